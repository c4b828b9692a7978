// What people and bots at a table are called.
import type { SeatInfo, TableInfo } from '../api/types';
import type { Words } from '../i18n/index.svelte';
import { lobby } from '../state/lobby.svelte';

/** “You” for the only own seat, else the nickname, the bot, or the seat; namesakes are told apart by it. */
export function seatName(t: Words, table: Pick<TableInfo, 'seats'>, seat: number): string {
  const info = table.seats[seat];
  if (!info) return '';
  if (info.yours && table.seats.filter((other) => other.yours).length === 1) return t.table.you;
  const name = knownName(t, info);
  const twins = table.seats.filter((other) => other.kind !== 'open' && knownName(t, other) === name).length;
  return twins > 1 ? `${info.name} · ${name}` : name;
}

/** As others see it. */
export function knownName(t: Words, info: SeatInfo): string {
  if (info.nickname) return info.nickname;
  if (info.bot) return lobby.botName(info.bot);
  return t.table.seat(info.name);
}

/** The people of a side: one player, or “Ada & Bo”. */
export function sideName(t: Words, table: Pick<TableInfo, 'seats'>, side: number): string {
  return table.seats
    .filter((info) => info.side === side)
    .map((info) => seatName(t, table, info.seat))
    .join(' & ');
}

/** A side in few words, for the head of a column. */
export function sideTitle(t: Words, table: Pick<TableInfo, 'seats' | 'variant' | 'you'>, side: number): string {
  const { sides, players, side_names } = table.variant;
  if (sides === players) return sideName(t, table, side);
  const own = table.you.seats.length === 1 && table.seats[table.you.seats[0] ?? -1]?.side === side;
  return own ? t.table.yourTeam : t.table.team(side_names[side] ?? '');
}

/** The heads of a column for each side. Of many, namesakes are told apart by their seats alone: “B”, not “B · Stroller”. */
export function columnTitles(t: Words, table: Pick<TableInfo, 'seats' | 'variant' | 'you'>): string[] {
  const { sides } = table.variant;
  const names = Array.from({ length: sides }, (_, side) => sideTitle(t, table, side));
  return sides > 2 ? names.map((name) => name.split(' · ')[0] ?? name) : names;
}

export const ownSide = (table: TableInfo): number | null => {
  const seat = table.you.seat;
  return seat === null ? null : (table.seats[seat]?.side ?? null);
};

export function editionName(t: Words, variant: { edition: string }): string {
  return t.editions[variant.edition as keyof Words['editions']]?.name ?? variant.edition;
}
