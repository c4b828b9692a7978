// Which page is shown. Addresses are plain paths; the server answers each with the same page.

export type Route =
  | { page: 'home' }
  | { page: 'table'; id: string }
  | { page: 'replay'; id: string }
  | { page: 'record' }
  | { page: 'link'; code: string }
  | { page: 'learn' }
  | { page: 'rules'; edition: string }
  | { page: 'tutorial' }
  | { page: 'lost' };

export function parse(path: string): Route {
  const [first, second, ...rest] = path.split('/').filter(Boolean).map(decodeURIComponent);
  if (rest.length) return { page: 'lost' };
  switch (first) {
    case undefined:
      return { page: 'home' };
    case 'table':
      return second ? { page: 'table', id: second } : { page: 'lost' };
    case 'replay':
      return second ? { page: 'replay', id: second } : { page: 'record' };
    case 'link':
      return second ? { page: 'link', code: second } : { page: 'lost' };
    case 'learn':
      return second ? { page: 'rules', edition: second } : { page: 'learn' };
    case 'tutorial':
      return second ? { page: 'lost' } : { page: 'tutorial' };
    default:
      return { page: 'lost' };
  }
}

class Router {
  route = $state.raw<Route>({ page: 'home' });

  start(): void {
    this.#read();
    addEventListener('popstate', () => this.#read());
    document.addEventListener('click', (event) => this.#follow(event));
  }

  go(path: string, { replace = false } = {}): void {
    if (replace) history.replaceState(null, '', path);
    else history.pushState(null, '', path);
    this.#read();
    scrollTo(0, 0);
  }

  #read(): void {
    try {
      this.route = parse(location.pathname);
    } catch {
      this.route = { page: 'lost' }; // a malformed escape in the address
    }
  }

  /** Links inside the page change it without loading it again. */
  #follow(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (link.origin !== location.origin || link.target || link.hasAttribute('download')) return;
    if (link.pathname.startsWith('/api/') || link.getAttribute('href')?.startsWith('#')) return;
    event.preventDefault();
    this.go(link.pathname + link.search);
  }
}

export const router = new Router();
