#!/usr/bin/env node
// A small bot for every edition, in JavaScript: lostcities arena exec:examples/greedy-bot.mjs random

import { createInterface } from 'node:readline';

const number = (card) => (card.slice(1) === 'X' ? 1 : Number(card.slice(1)));
const last = (row) => (row?.length ? number(row.at(-1)) : 0);

/** How much the bot likes a move. */
function liking(move, view) {
  const own = view.expeditions[view.seat % view.expeditions.length];
  const card = move.slice(1);
  if (move[0] === '+') {
    if (view.phase === 'lay') return 10; // Rivals: whatever fits
    const held = view.hands[view.seat].filter((other) => other[0] === card[0]).map(number);
    const open = last(own[card[0]]) || held.reduce((sum, value) => sum + value) > 15;
    return open ? 20 - (number(card) - last(own[card[0]])) : -30;
  }
  if (move[0] === '-') return -number(card);
  if (move[0] === '@' && card) return last(own[card]) && number(view.discard_tops[card]) > last(own[card]) ? 1 : -1;
  if (move.startsWith('bid:')) return Number(move.slice(4)) <= view.river.length ? 1 : -1;
  return move.startsWith('claim') ? 30 : 0;
}

for await (const line of createInterface({ input: process.stdin })) {
  const { type, view } = JSON.parse(line);
  if (type === 'hello') console.log(JSON.stringify({ type: 'ready', name: 'greedy in JavaScript' }));
  if (type !== 'decide') continue;
  const liked = view.legal_moves.map((move) => ({ move, liking: liking(move, view) }));
  const best = liked.reduce((best, other) => (other.liking > best.liking ? other : best));
  console.log(JSON.stringify({ move: best.move }));
}
