// Short notes: shown for a moment, and spoken by screen readers.

export interface Note {
  id: number;
  text: string;
  kind: 'plain' | 'bad';
}

const SHOWN_MS = 5000;

class Notes {
  shown = $state<Note[]>([]);
  /** What screen readers say next, politely. */
  spoken = $state('');
  #next = 0;

  show(text: string, kind: Note['kind'] = 'plain'): void {
    const note = { id: this.#next++, text, kind };
    this.shown = [...this.shown.filter((other) => other.text !== text), note].slice(-3);
    setTimeout(() => this.dismiss(note.id), SHOWN_MS + text.length * 30);
  }

  dismiss(id: number): void {
    this.shown = this.shown.filter((note) => note.id !== id);
  }

  speak(text: string): void {
    // a reader says nothing if the text stays the same: a no-break space makes it another
    this.spoken = text === this.spoken ? `${text}\u00a0` : text;
  }
}

export const notes = new Notes();
