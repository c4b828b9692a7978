// The API's shapes by the names that the page uses. They are generated; see `npm run types`.
import type { components } from './schema';

type Schemas = components['schemas'];

export type TableInfo = Schemas['TableInfo'];
export type TableSummary = Schemas['TableSummary'];
export type TableList = Schemas['TableList'];
export type Update = Schemas['Update'];
export type TableEvent = Schemas['TableEvent'];
export type SeatInfo = Schemas['SeatInfo'];
export type VariantInfo = Schemas['VariantInfo'];
export type RoundInfo = Schemas['RoundInfo'];
/** What the drawing of a table needs to know about it: a record has that, too. */
export type Setting = Pick<TableInfo, 'seq' | 'at' | 'status' | 'variant' | 'seats' | 'rounds' | 'totals' | 'you'>;
export type RowView = Schemas['RowView'];
export type RivalsView = Schemas['RivalsView'];
export type View = RowView | RivalsView;
export type RowSheet = Schemas['RowSheet'];
export type RivalsSheet = Schemas['RivalsSheet'];
export type Sheet = RowSheet | RivalsSheet;
export type Lobby = Schemas['Lobby'];
export type EditionInfo = Schemas['EditionInfo'];
export type GuestInfo = Schemas['GuestInfo'];
export type DeviceInfo = Schemas['DeviceInfo'];
export type DeviceList = Schemas['DeviceList'];
export type BlockInfo = Schemas['BlockInfo'];
export type BlockList = Schemas['BlockList'];
export type LinkInfo = Schemas['LinkInfo'];
export type NewTable = Schemas['NewTable'];
export type VariantChoice = Schemas['VariantChoice'];
export type Replay = Schemas['Replay'];
export type Frame = Schemas['Frame'];
export type RecordReplay = Schemas['RecordReplay'];
export type FairInfo = Schemas['FairInfo'];
export type BotInfo = Schemas['BotInfo'];
export type Problem = Schemas['Problem'];
export type Phase = Schemas['Phase'];

export const isRivals = (view: View): view is RivalsView => 'river' in view;
export const isRivalsSheet = (sheet: Sheet): sheet is RivalsSheet => 'coins' in sheet;
