import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { serviceWorker } from './scripts/service-worker.ts';

// The built page is part of the Python package, and the server that serves it is the one it talks to.
const server = 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte(), serviceWorker()],
  build: {
    outDir: '../src/lostcities/web',
    emptyOutDir: true,
    target: 'es2022',
    // a data: URL would need a hole in the content security policy
    assetsInlineLimit: 0,
    // where the build spent its time is nothing to whoever wants to play
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  // the server refuses writes from another origin: it must see the host that the browser sees
  server: { proxy: { '/api': { target: server, changeOrigin: false } } },
  test: { include: ['src/**/*.test.ts'] },
});
