// A table as it is now: what the stream tells, and what the person asks for. It recovers by itself from a
// lost connection, a restarted server, a sleeping phone; every message carries the whole true state.
import { api, ApiError, Unreachable } from '../api/client';
import type { TableEvent, TableInfo, Update, View } from '../api/types';
import { build } from './build.svelte';
import { tell } from './server-time.svelte';
import { notes } from './notes.svelte';
import { i18n } from '../i18n/index.svelte';
import { awaitsOurCut, showCut, sitDown } from './sitting';

export type Connection = 'opening' | 'live' | 'lost' | 'gone';

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 8000;
/** After this long without news it is time to ask whether the line is dead: a browser may not notice. */
const SILENCE_MS = 25_000;

export class LiveTable {
  table = $state.raw<TableInfo | null>(null);
  connection = $state<Connection>('opening');
  /** why the table can't be shown, in the server's words, unless there is no such table */
  problem = $state<string | null>(null);
  /** a newer version of the server has written to the table, and the one that was asked doesn't understand it */
  newer = $state(false);

  /** The state in which something was asked for that has not been answered. The stream may tell what came of it
   *  before the answer does, and then the next thing can be asked for. */
  #asked: number | null = null;
  /** the server's time when it made what is shown */
  #told = 0;
  #showing = false;
  #stream: EventSource | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #wait = FIRST_RETRY_MS;
  #closed = false;

  constructor(
    readonly id: string,
    readonly onevents: (events: TableEvent[], table: TableInfo, before: TableInfo) => void = () => {},
  ) {
    document.addEventListener('visibilitychange', this.#wake);
    addEventListener('online', this.#wake);
    addEventListener('offline', this.#lose);
    addEventListener('pageshow', this.#wake);
    void this.#open();
  }

  get game(): View | null {
    return this.table?.game ?? null;
  }

  can(what: TableInfo['you']['can'][number]): boolean {
    return this.table?.you.can.includes(what) ?? false;
  }

  close(): void {
    this.#closed = true;
    this.#stop();
    document.removeEventListener('visibilitychange', this.#wake);
    removeEventListener('online', this.#wake);
    removeEventListener('offline', this.#lose);
    removeEventListener('pageshow', this.#wake);
  }

  // What a person asks for. Each answers whether it was done.

  // no seat is named: where several people share a device, the mover is meant, and the answer is for whoever is next
  move = (move: string): Promise<boolean> => this.ask((table) => api.move(this.id, { seq: table.seq, move }));

  undo = (): Promise<boolean> => this.ask((table) => api.undo(this.id, { seq: table.seq }));

  async join(seat: number | null = null): Promise<boolean> {
    const joined = await this.ask((table) => sitDown(table, seat));
    // the stream was opened by a spectator
    if (joined) void this.#open();
    return joined;
  }

  ready = (round: number): Promise<boolean> => this.ask(() => api.ready(this.id, round));
  leave = (): Promise<boolean> => this.ask(() => api.leave(this.id));
  comeBack = (): Promise<boolean> => this.ask(() => api.comeBack(this.id));
  seatBot = (seat: number, bot: string): Promise<boolean> => this.ask(() => api.seatBot(this.id, seat, bot));
  remove = (seat: number): Promise<boolean> => this.ask(() => api.remove(this.id, seat));
  rematch = (): Promise<boolean> => this.ask(() => api.rematch(this.id));

  async ask(request: (table: TableInfo) => Promise<Update>): Promise<boolean> {
    const { table } = this;
    if (!table || this.#asked === table.seq) return false;
    this.#asked = table.seq;
    notes.goOn();
    try {
      this.take(await request(table));
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.current) this.take(error.current);
      else if (error instanceof Unreachable && this.connection === 'lost') return false; // the bar says so
      else if (error instanceof ApiError || error instanceof Unreachable) notes.show(error.message, 'bad');
      else throw error;
      return false;
    } finally {
      if (this.#asked === table.seq) this.#asked = null;
    }
  }

  take(update: Update): void {
    tell(update.now);
    this.newer = false;
    const old = this.table;
    // an answer and the stream may tell the same, or overtake each other; who is there changes without a new `seq`
    if (old && (update.table.seq < old.seq || (update.table.seq === old.seq && update.now < this.#told))) return;
    this.#told = update.now;
    this.table = update.table;
    const fresh = update.events.filter((event) => !old || event.seq > old.seq);
    if (old && fresh.length) this.onevents(fresh, update.table, old);
    if (awaitsOurCut(update.table)) void this.#showCut(update.table);
  }

  /** Everybody has sat down: the cut that was sealed is shown without asking. */
  async #showCut(table: TableInfo): Promise<void> {
    if (this.#showing) return;
    this.#showing = true;
    try {
      this.take(await showCut(table));
    } catch (error) {
      // whatever the server says, the stream shows what came of it
      if (!(error instanceof ApiError || error instanceof Unreachable)) throw error;
    } finally {
      this.#showing = false;
    }
  }

  // The stream

  async #open(): Promise<void> {
    this.#stop();
    if (this.#closed || this.connection === 'gone') return;
    try {
      if (!this.table) this.take(await api.table(this.id));
    } catch (error) {
      if (error instanceof ApiError && error.status < 500 && error.status !== 429) {
        this.problem = error.code === 'no-table' ? null : error.message;
        this.connection = 'gone';
      } else {
        if (error instanceof ApiError && error.code === 'newer') this.newer = true;
        this.#again();
      }
      return;
    }
    if (this.#closed) return;
    const stream = new EventSource(api.streamOf(this.id));
    this.#stream = stream;
    stream.onopen = () => {
      this.connection = 'live';
      this.#wait = FIRST_RETRY_MS;
      this.#listen();
    };
    stream.addEventListener('update', (event) => {
      this.connection = 'live';
      this.#listen();
      this.take(JSON.parse((event as MessageEvent<string>).data) as Update);
    });
    stream.addEventListener('hello', (event) => {
      const { page } = JSON.parse((event as MessageEvent<string>).data) as { page: string };
      build.hear(page);
    });
    stream.addEventListener('goodbye', (event) => {
      const { code } = JSON.parse((event as MessageEvent<string>).data) as { code?: string };
      if (code === 'newer' && !this.newer) {
        this.newer = true;
        notes.show(i18n.t.trouble.newer, 'bad');
      }
      this.#again();
    });
    stream.onerror = () => this.#again();
  }

  #listen(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => void this.#check(), SILENCE_MS);
  }

  /** News that the stream did not bring shows that it is dead. */
  async #check(): Promise<void> {
    const seen = this.table?.seq;
    try {
      const update = await api.table(this.id);
      if (this.#closed) return;
      if (seen !== undefined && seen === this.table?.seq && update.table.seq > seen) {
        this.take(update);
        void this.#open();
      } else this.#listen();
    } catch {
      this.#again();
    }
  }

  /** Try again soon, and less often the longer it fails. */
  #again(): void {
    if (this.#closed) return;
    this.#stop();
    this.connection = 'lost';
    this.#retry = setTimeout(() => void this.#open(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(LAST_RETRY_MS, this.#wait * 2);
  }

  /** A phone that slept, a network that came back: don't trust the old line, ask at once. */
  #wake = (): void => {
    if (document.visibilityState !== 'visible' || this.#closed) return;
    this.#wait = FIRST_RETRY_MS;
    void this.#open();
  };

  #lose = (): void => this.#again();

  #stop(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#silence);
    this.#stream?.close();
    this.#stream = null;
  }
}
