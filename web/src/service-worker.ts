// Keeps the page's own files, so that it opens without a network and can say so itself. What the API answers is
// never kept. The list of files, and a name for this version of them, are put in when the page is built.
/// <reference lib="webworker" />

declare const FILES: readonly string[];
declare const VERSION: string;

const worker = self as unknown as ServiceWorkerGlobalScope;
const PAGE = '/';
const CACHE = `page-${VERSION}`;
/** A page of the version before may still be open, and load its later parts. */
const KEPT_VERSIONS = 2;

worker.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll([PAGE, ...FILES]))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys() // the oldest first
      .then((names) => Promise.all(names.slice(0, -KEPT_VERSIONS).map((name) => caches.delete(name))))
      .then(() => worker.clients.claim()),
  );
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== worker.location.origin || url.pathname.startsWith('/api/')) return;
  // whatever the address, the page is the same; the newest comes from the server
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(async () => (await (await caches.open(CACHE)).match(PAGE)) ?? Response.error()));
  // the others carry a hash in their name and never change
  else if (url.pathname.startsWith('/assets/')) event.respondWith(caches.match(request).then((found) => found ?? fetch(request)));
});
