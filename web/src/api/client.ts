// Requests to the server. Every answer is typed by the server's own schema.
import type {
  BlockList,
  DeviceList,
  GuestInfo,
  LinkInfo,
  Lobby,
  NewTable,
  Problem,
  RecordReplay,
  Replay,
  TableList,
  Update,
} from './types';
import { i18n } from '../i18n/index.svelte';

/** The server refused, and says why in the person's language. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly current: Update | null,
  ) {
    super(message);
  }
}

/** The server could not be reached. */
export class Unreachable extends Error {}

const TRIES = 4;
const PAUSE_MS = 400;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Moves carry the table's `seq`, so a request that was repeated counts once: trying again is safe. */
async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once<T>(method, path, body);
    } catch (error) {
      const passing = error instanceof Unreachable || (error instanceof ApiError && error.status >= 502);
      if (!passing || attempt === TRIES) throw error;
      await pause(PAUSE_MS * 2 ** (attempt - 1));
    }
  }
}

async function once<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = { 'Accept-Language': i18n.language };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
  } catch {
    throw new Unreachable(i18n.t.trouble.noAnswer);
  }
  if (answer.ok) return (answer.status === 204 ? undefined : await answer.json()) as T;
  const problem = (await answer.json().catch(() => null)) as Problem | null;
  throw new ApiError(
    answer.status,
    problem?.code ?? '',
    problem?.detail ?? i18n.t.trouble.failed(answer.status),
    problem?.current ?? null,
  );
}

const from = (after: string | null) => (after === null ? '' : `?after=${encodeURIComponent(after)}`);
const table = (id: string) => `/tables/${encodeURIComponent(id)}`;

export const api = {
  lobby: () => request<Lobby>('GET', '/lobby'),
  enter: (nickname: string) => request<GuestInfo>('POST', '/guests', { nickname }),
  rename: (nickname: string) => request<GuestInfo>('PATCH', '/me', { nickname }),

  openTables: (after: string | null = null) => request<TableList>('GET', `/tables${from(after)}`),
  myTables: (after: string | null = null) => request<TableList>('GET', `/me/tables${from(after)}`),
  create: (table: NewTable) => request<Update>('POST', '/tables', table),
  /** As a seat sees it: without one, whose turn it is among those at this device. */
  table: (id: string, seat: number | null = null) =>
    request<Update>('GET', seat === null ? table(id) : `${table(id)}?seat=${seat}`),
  streamOf: (id: string) => `/api${table(id)}/stream`,

  join: (id: string, choice: { seat: number | null; seal: string }) => request<Update>('POST', `${table(id)}/join`, choice),
  cut: (id: string, cut: string) => request<Update>('POST', `${table(id)}/cut`, { cut }),
  move: (id: string, play: { seq: number; move: string }) =>
    request<Update>('POST', `${table(id)}/moves`, play),
  undo: (id: string, undo: { seq: number }) => request<Update>('POST', `${table(id)}/undo`, undo),
  ready: (id: string, round: number) => request<Update>('POST', `${table(id)}/ready`, { round }),
  leave: (id: string) => request<Update>('POST', `${table(id)}/leave`),
  comeBack: (id: string) => request<Update>('POST', `${table(id)}/return`),
  seatBot: (id: string, seat: number, bot: string) => request<Update>('POST', `${table(id)}/bot`, { seat, bot }),
  rematch: (id: string) => request<Update>('POST', `${table(id)}/rematch`),
  link: (id: string, seat: number) => request<LinkInfo>('POST', `${table(id)}/links`, { seat }),
  redeem: (code: string) => request<Update>('POST', `/links/${encodeURIComponent(code)}`),
  devices: () => request<DeviceList>('GET', '/me/devices'),
  signOut: (id: string, seat: number, device: number) => request<Update>('POST', `${table(id)}/sign-out`, { seat, device }),
  signOutEverywhere: () => request<GuestInfo>('POST', '/me/sign-out'),
  remove: (id: string, seat: number) => request<Update>('POST', `${table(id)}/remove`, { seat }),
  blocks: () => request<BlockList>('GET', '/me/blocks'),
  block: (id: string, seat: number) => request<BlockList>('POST', `${table(id)}/block`, { seat }),
  unblock: (block: string) => request<BlockList>('DELETE', `/me/blocks/${encodeURIComponent(block)}`),
  recordOf: (id: string) => `/api${table(id)}/record`,
  replay: (id: string, round: number) => request<Replay>('GET', `${table(id)}/rounds/${round}`),
  replayRecord: (record: string) => request<RecordReplay>('POST', '/replays', { record }),
};
