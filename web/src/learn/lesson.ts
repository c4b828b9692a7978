// The steps of the guided first game. Some wait for the learner to do it, others for “Go on”.
import type { RowView } from '../api/types';
import type { Turn } from '../table/turn.svelte';
import type { Words } from '../i18n/index.svelte';

export interface Step {
  text: keyof Words['coach'];
  /** is it done, `since` so many moves had been made? Without this, the learner says so. */
  done?: (turn: Turn, view: RowView, since: number) => boolean;
}

const drawing = (view: RowView) => view.phase === 'draw' && view.mover === view.seat;

export const lesson: Step[] = [
  { text: 'welcome' },
  { text: 'choose', done: (turn, view) => turn.card !== null || drawing(view) },
  { text: 'place', done: (_, view) => drawing(view) },
  { text: 'draw', done: (_, view, since) => view.ply > since }, // the bot may have moved too by now
  { text: 'waiting', done: (turn) => turn.mine },
  { text: 'rising' },
  { text: 'cost' },
  { text: 'wagers' },
  { text: 'bonus' },
  { text: 'discards' },
  { text: 'ending' },
];
