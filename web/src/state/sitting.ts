// Sitting down with a sealed cut, and showing it once everybody has.
import { api } from '../api/client';
import { sealOf } from '../game/cut';
import { keep, keepSeals, keptOf } from './kept';
import type { TableInfo, Update } from '../api/types';

/** Sit down; alone at the table the cut is shown at once. */
export async function sitDown(table: TableInfo, seat: number | null = null): Promise<Update> {
  const { cut } = keep(table);
  const joined = await api.join(table.id, { seat, seal: sealOf(cut) });
  return awaitsOurCut(joined.table) ? showCut(joined.table) : joined;
}

/** Whether the server asks for the cut that this browser has sealed. Where the commitment was exchanged, it is
 *  not shown: the end says why. */
export function awaitsOurCut(table: TableInfo): boolean {
  return table.you.can.includes('cut') && keptOf(table.id)?.commitment === table.fair.commitment;
}

export function showCut(table: TableInfo): Promise<Update> {
  return api.cut(table.id, keepSeals(table)?.cut ?? '');
}
