// A list of tables that the server gives a page at a time: as many pages as somebody has asked for, looked at again
// now and then.
import type { TableList, TableSummary } from '../api/types';

export class Listing {
  tables = $state.raw<TableSummary[]>([]);
  /** whether there are tables after these */
  more = $state(false);
  #pages = 1;
  #latest = 0;

  constructor(private readonly page: (after: string | null) => Promise<TableList>) {}

  /** Read all pages again. Of two looks at once the later one counts. */
  async look(): Promise<void> {
    const mine = ++this.#latest;
    const found = new Map<string, TableSummary>(); // a table that moved meanwhile comes twice
    let after: string | null = null;
    for (let page = 0; page < this.#pages; page++) {
      const answer: TableList = await this.page(after);
      for (const table of answer.tables) found.set(table.id, table);
      after = answer.next;
      if (after === null) break;
    }
    if (mine !== this.#latest) return;
    this.tables = [...found.values()];
    this.more = after !== null;
  }

  /** Show one page more. */
  async next(): Promise<void> {
    this.#pages++;
    await this.look();
  }
}
