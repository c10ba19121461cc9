/** The same two names as in public/sw.js, which cannot access local storage. */
const CACHE = 'plaza-device';
const KEY = '/device-fingerprint';
/** Set while pushes are turned on here. It distinguishes a lost subscription from pushes that are off. */
const WANTED_KEY = '/push-wanted';

/**
 * Returns the id of this browser among the devices of a user: random, created once, and also read by the service
 * worker.
 */
export async function deviceFingerprint(storage: CacheStorage = caches): Promise<string> {
  const cache = await storage.open(CACHE);
  const kept = await (await cache.match(KEY))?.text();
  if (kept) return kept;
  const made = crypto.randomUUID();
  await cache.put(KEY, new Response(made));
  return made;
}

/** Returns whether pushes were turned on in this browser and not turned off since. */
export async function isPushWanted(storage: CacheStorage = caches): Promise<boolean> {
  return (await (await storage.open(CACHE)).match(WANTED_KEY)) !== undefined;
}

/** Records that pushes were turned on or off here. */
export async function setPushWanted(isWanted: boolean, storage: CacheStorage = caches): Promise<void> {
  const cache = await storage.open(CACHE);
  if (isWanted) await cache.put(WANTED_KEY, new Response('1'));
  else await cache.delete(WANTED_KEY);
}
