// Which build of the page this is, and whether the server has another one by now. Nothing is loaded again by itself:
// that is for the person to say.

/** Put in when the page is built; there is none while it is worked on. */
const own = document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? '';
const KEY = 'lostcities.builds';

/** Builds of which this tab has told. Behind one address two servers may have two of them: to load the page again can
 *  bring the same one, and then it is not asked for once more. */
function told(): string[] {
  try {
    return (sessionStorage.getItem(KEY) ?? '').split(' ').filter(Boolean);
  } catch {
    return [];
  }
}

class Build {
  #other = $state('');
  /** somebody is in the middle of a turn */
  held = $state(false);
  /** whether to offer the other build: from a moment on when nobody is in the middle of something */
  offered = $state(false);

  /** The server says which build it has. */
  hear(build: string): void {
    if (!own || !build || build === own || told().includes(build)) return;
    this.#other = build;
    this.#offer();
  }

  hold(held: boolean): void {
    this.held = held;
    this.#offer();
  }

  reload(): void {
    this.dismiss();
    location.reload();
  }

  dismiss(): void {
    this.offered = false;
    if (!this.#other) return;
    try {
      sessionStorage.setItem(KEY, [...told(), this.#other].slice(-20).join(' '));
    } catch {
      // then it is offered again with the next page
    }
    this.#other = '';
  }

  #offer(): void {
    if (this.#other && !this.held) this.offered = true;
  }
}

export const build = new Build();
