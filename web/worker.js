// Keeps the page's files, all of them from the first visit on, so that it opens without the server.
// The network comes first: a new version of the program shows its own page at once. The build
// writes the first line: FILES, the paths of the page, and VERSION, which changes with any of them.
/* global FILES, VERSION */

const CACHE = `bianca ${VERSION}`;
const KEPT_VERBS = ['/api/v1/players', '/api/v1/openings'];

async function keepAll() {
    const cache = await caches.open(CACHE),
        all = [...FILES, ...KEPT_VERBS];
    await cache.addAll(all.map((path) => new Request(path, { cache: 'no-cache' })));
    await self.skipWaiting();
}

/** What an older version has kept. */
async function forgetOthers() {
    for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
    await self.clients.claim();
}

self.addEventListener('install', (event) => event.waitUntil(keepAll()));
self.addEventListener('activate', (event) => event.waitUntil(forgetOthers()));

/** The server's answer, kept for later; without a server the one that was kept. */
async function answer(request) {
    const cache = await caches.open(CACHE);
    try {
        const fresh = await fetch(request);
        if (fresh.ok) await cache.put(request, fresh.clone());
        return fresh;
    } catch (error) {
        const kept = await cache.match(request, { ignoreSearch: true });
        if (kept) return kept;
        throw error;
    }
}

self.addEventListener('fetch', (event) => {
    const url = new URL(event.request.url);
    const isOurs = event.request.method === 'GET' && url.origin === self.location.origin;
    if (!isOurs || (url.pathname.startsWith('/api/') && !KEPT_VERBS.includes(url.pathname))) return;
    event.respondWith(answer(event.request));
});
