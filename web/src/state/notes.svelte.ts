// Short notes: shown for a moment, and spoken by screen readers.

export interface Note {
  id: number;
  text: string;
  kind: 'plain' | 'bad';
  since: number;
}

const SHOWN_MS = 5000;
/** How long a note stays whatever is done. */
const READ_MS = 2000;

class Notes {
  shown = $state<Note[]>([]);
  /** What screen readers say next, politely. */
  spoken = $state('');
  #next = 0;

  show(text: string, kind: Note['kind'] = 'plain'): void {
    const note = { id: this.#next++, text, kind, since: performance.now() };
    this.shown = [...this.shown.filter((other) => other.text !== text), note].slice(-3);
    setTimeout(() => this.dismiss(note.id), SHOWN_MS + text.length * 30);
  }

  dismiss(id: number): void {
    this.shown = this.shown.filter((note) => note.id !== id);
  }

  /** Somebody goes on playing: what was there to be read is now in the way. */
  goOn(): void {
    const read = performance.now() - READ_MS;
    this.shown = this.shown.filter((note) => note.since > read);
  }

  speak(text: string): void {
    // a reader says nothing if the text stays the same: a no-break space makes it another
    this.spoken = text === this.spoken ? `${text}\u00a0` : text;
  }
}

export const notes = new Notes();
