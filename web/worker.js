// Keeps the page's files, so that it opens without the server. The network comes first: a new
// version of the program shows its own page at once.

const CACHE = 'bianca';
const KEPT_VERBS = ['/api/v1/players', '/api/v1/openings'];

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

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
