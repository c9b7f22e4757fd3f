// The page without a server: its files are kept, and asked for anew whenever the server answers.

const KEPT = "sleuth-@version";
const FILES = ["/", "/manifest.webmanifest", ..."@files".split(",").map((name) => `/static/${name}`)];
const PATIENCE = 3000;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((n) => n !== KEPT).map((n) => caches.delete(n))));
  event.waitUntil(old.then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api/")) return;
  event.respondWith(fresh(event.request));
});

/** The server's file if it comes soon, or the kept one: a slow network must not stop a game. */
async function fresh(request) {
  const cache = await caches.open(KEPT);
  const known = await cache.match(request, { ignoreSearch: true });
  try {
    const answer = await fetch(request, known ? { signal: AbortSignal.timeout(PATIENCE) } : {});
    if (answer.ok) await cache.put(request, answer.clone());
    return answer.ok || !known ? answer : known;
  } catch (error) {
    if (known) return known;
    throw error;
  }
}
