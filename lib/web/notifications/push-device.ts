/** The same two names as in public/sw.js, which sees no local storage. */
const CACHE = 'plaza-device';
const KEY = '/device-fingerprint';
/** Kept while pushes are turned on here, so that an address the browser has lost is told from none wanted. */
const WANTED_KEY = '/push-wanted';

/** The name of this browser among the devices of a person: random, made once, and read by the service worker too. */
export async function deviceFingerprint(storage: CacheStorage = caches): Promise<string> {
  const cache = await storage.open(CACHE);
  const kept = await (await cache.match(KEY))?.text();
  if (kept) return kept;
  const made = crypto.randomUUID();
  await cache.put(KEY, new Response(made));
  return made;
}

/** Whether pushes were turned on in this browser and not off since. */
export async function isPushWanted(storage: CacheStorage = caches): Promise<boolean> {
  return (await (await storage.open(CACHE)).match(WANTED_KEY)) !== undefined;
}

/** Remembers that pushes were turned on here, or off. */
export async function setPushWanted(isWanted: boolean, storage: CacheStorage = caches): Promise<void> {
  const cache = await storage.open(CACHE);
  if (isWanted) await cache.put(WANTED_KEY, new Response('1'));
  else await cache.delete(WANTED_KEY);
}
