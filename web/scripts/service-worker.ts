// Builds src/service-worker.ts into /sw.js, and tells it which files the page consists of. The page is told its own
// name, by which it knows a later one from itself.
import type { Plugin } from 'vite';

const ENTRY = 'sw.js';

export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    config: () => ({
      build: {
        rollupOptions: {
          input: { index: 'index.html', sw: 'src/service-worker.ts' },
          output: { entryFileNames: ({ name }) => (name === 'sw' ? ENTRY : 'assets/[name]-[hash].js') },
        },
      },
    }),
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const worker = bundle[ENTRY];
        if (worker?.type !== 'chunk') throw new Error(`${ENTRY} is missing`);
        // the page itself is asked for by its address, and names the first of the others
        const page = bundle['index.html'];
        const files = Object.keys(bundle).filter((name) => name.startsWith('assets/'));
        const version = await digest([...files, page?.type === 'asset' ? String(page.source) : ''].join('\n'));
        if (page?.type === 'asset') {
          page.source = String(page.source).replace('<head>', `<head>\n    <meta name="build" content="${version}" />`);
        }
        const list = JSON.stringify(files.map((name) => `/${name}`).sort());
        worker.code = `const FILES = ${list}, VERSION = '${version}';\n${worker.code}`;
      },
    },
  };
}

async function digest(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return [...bytes.slice(0, 6)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
