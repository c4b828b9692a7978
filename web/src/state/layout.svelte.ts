// How a table lies on the screen: wide (a desk), tall (a phone or tablet upright), flat (a phone sideways).

export type Kind = 'wide' | 'tall' | 'flat';

const flat = matchMedia('(max-height: 500px) and (min-aspect-ratio: 1/1)');
const wide = matchMedia('(min-width: 1000px)');

class Layout {
  kind = $state<Kind>(read());

  constructor() {
    const update = () => (this.kind = read());
    flat.addEventListener('change', update);
    wide.addEventListener('change', update);
  }
}

function read(): Kind {
  if (flat.matches) return 'flat';
  return wide.matches ? 'wide' : 'tall';
}

export const layout = new Layout();
