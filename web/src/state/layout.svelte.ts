// How a table lies on the screen: wide (a desk), tall (a phone or tablet upright), flat (a phone sideways).

export type Kind = 'wide' | 'tall' | 'flat';

const flat = matchMedia('(max-height: 500px) and (min-aspect-ratio: 1/1)');
const wide = matchMedia('(min-width: 1000px)');
const narrow = matchMedia('(max-width: 620px)');

class Layout {
  kind = $state<Kind>(read());
  /** a phone upright: the cards of several others can't be drawn so that they can be read */
  narrow = $state(narrow.matches);

  constructor() {
    const update = () => {
      this.kind = read();
      this.narrow = narrow.matches;
    };
    for (const query of [flat, wide, narrow]) query.addEventListener('change', update);
  }

  /** Rivals has no hand below the table: an upright tablet has room enough for what a desk has. */
  get rivals(): Kind {
    return this.kind === 'tall' && !this.narrow ? 'wide' : this.kind;
  }
}

function read(): Kind {
  if (flat.matches) return 'flat';
  return wide.matches ? 'wide' : 'tall';
}

export const layout = new Layout();
