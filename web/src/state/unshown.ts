// Cuts that this browser has sealed and not shown yet: wherever the person looks meanwhile, they are shown as soon as
// everybody has sat down, so that nobody has to wait.
import { api, ApiError, Unreachable } from '../api/client';
import { awaitsOurCut, showCut } from './sitting';
import { keepNoMore, unshown } from './kept';
import type { Update } from '../api/types';

/** A browser has few connections to a server. */
const MOST = 2;
const streams = new Map<string, EventSource>();

/** Listen at the tables that wait for a cut of ours; `here` is looked after by its own page. */
export function watchUnshown(here: string | null): void {
  const wanted = unshown()
    .filter((id) => id !== here)
    .slice(-MOST);
  for (const id of streams.keys()) if (!wanted.includes(id)) stop(id);
  for (const id of wanted) if (!streams.has(id)) listen(id);
}

function listen(id: string): void {
  const stream = new EventSource(api.streamOf(id));
  streams.set(id, stream);
  stream.addEventListener('update', (event) => {
    const { table } = JSON.parse((event as MessageEvent<string>).data) as Update;
    if (table.status !== 'waiting') {
      keepNoMore(id);
      stop(id);
    } else if (awaitsOurCut(table)) {
      showCut(table).catch((error: unknown) => {
        if (!(error instanceof ApiError || error instanceof Unreachable)) throw error;
      });
    }
  });
  stream.onerror = () => {
    if (stream.readyState !== EventSource.CLOSED) return; // it tries again by itself
    keepNoMore(id); // there is no such table any more; its own page would still show the cut
    stop(id);
  };
}

function stop(id: string): void {
  streams.get(id)?.close();
  streams.delete(id);
}
