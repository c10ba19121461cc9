/** The same two names as in public/sw.js, which sees no local storage. */
const CACHE = 'plaza-device';
const KEY = '/device-fingerprint';

/** The name of this browser among the devices of a person: random, made once, and read by the service worker too. */
export async function deviceFingerprint(storage: CacheStorage = caches): Promise<string> {
  const cache = await storage.open(CACHE);
  const kept = await (await cache.match(KEY))?.text();
  if (kept) return kept;
  const made = crypto.randomUUID();
  await cache.put(KEY, new Response(made));
  return made;
}
