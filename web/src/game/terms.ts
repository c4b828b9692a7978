// On which terms a table is played: what whoever joins should know beforehand.
import type { TableInfo } from '../api/types';
import type { Words } from '../i18n/index.svelte';

export function terms(t: Words, { variant, clock }: Pick<TableInfo, 'variant' | 'clock'>): string[] {
  const told: string[] = [];
  if (variant.family === 'row') told.push(t.setup.roundsOf(variant.rounds));
  if (clock?.kind === 'minutes') told.push(t.setup.clockMinutes(clock.minutes) + (clock.increment ? ` + ${clock.increment} s` : ''));
  if (clock?.kind === 'days') told.push(t.setup.clockDays(clock.days));
  if (variant.cooperation) told.push(t.setup.cooperation);
  if (variant.nothing_in_hand) told.push(t.setup.nothingInHand);
  if (variant.exploits === 'awarded') told.push(`${t.setup.exploits} ${t.setup.exploitsAwarded}`);
  if (variant.exploits === 'announced') told.push(`${t.setup.exploits} ${t.setup.exploitsAnnounced}`);
  return told;
}
