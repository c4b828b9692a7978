// What this browser keeps of the deals it has sat down for: for each table the commitment and the own cut.
import { newCut, sealsOf, type Kept } from '../game/cut';
import type { TableInfo } from '../api/types';

const KEY = 'lostcities-deals';
const MOST = 300;

/** In memory too: private windows may refuse storage. */
let deals: Record<string, Kept> = read();

function read(): Record<string, Kept> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Kept>;
  } catch {
    return {};
  }
}

function write(id: string, kept: Kept): void {
  // another tab may have kept something meanwhile
  deals = Object.fromEntries(Object.entries({ ...deals, ...read(), [id]: kept }).slice(-MOST));
  try {
    localStorage.setItem(KEY, JSON.stringify(deals));
  } catch {
    // then it is known until the page is closed
  }
}

export function keptOf(id: string): Kept | null {
  return deals[id] ?? read()[id] ?? null;
}

/** Of whichever table has this commitment: a saved record does not name its table. */
export function keptWith(commitment: string): Kept | null {
  return Object.values({ ...read(), ...deals }).find((kept) => kept.commitment === commitment) ?? null;
}

/** Keep a table's commitment and a new cut; whoever sits down twice does so with the same cut. */
export function keep(table: TableInfo): Kept {
  const kept = keptOf(table.id) ?? { commitment: table.fair.commitment, cut: newCut() };
  write(table.id, kept);
  return kept;
}

/** The tables at which a cut of ours was sealed and not shown, the latest last. */
export function unshown(): string[] {
  return Object.entries({ ...deals, ...read() })
    .filter(([, { seals, over }]) => !seals && !over)
    .map(([id]) => id);
}

export function keepNoMore(id: string): void {
  const kept = keptOf(id);
  if (kept) write(id, { ...kept, over: true });
}

/** Keep the seals that the others are bound by, before the own cut is shown. */
export function keepSeals(table: TableInfo): Kept | null {
  const kept = keptOf(table.id);
  if (!kept || kept.seals) return kept;
  const whole = { ...kept, seals: sealsOf(table.fair) };
  write(table.id, whole);
  return whole;
}
