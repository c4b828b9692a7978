// Setting up a table and going there.
import { api } from '../api/client';
import { guest } from '../state/guest.svelte';
import { router } from '../state/router.svelte';
import { sitDown } from '../state/sitting';
import type { NewTable } from '../api/types';

/** Create the table, sit down with a cut, and show it. Answers its id, or null after saying what went wrong. */
export async function start(wish: NewTable): Promise<string | null> {
  if (!(await guest.enter())) return null;
  try {
    const { table } = await api.create(wish);
    await sitDown(table);
    return table.id;
  } catch (error) {
    guest.tell(error);
    return null;
  }
}

export async function startAndGo(wish: NewTable): Promise<void> {
  const id = await start(wish);
  if (id) router.go(`/table/${id}`);
}
