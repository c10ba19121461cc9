// Taken once, so that a test that plays with timers does not stop it.
const later = setImmediate;

/** How long a loop may hold the event loop before timers and sockets have their turn. */
const LONGEST_MS = 10;

/** Maps the items in order. Between two of them, the event loop gets a turn whenever it was held for 10 ms. */
export async function mapInTurns<T, R>(
  items: readonly T[],
  map: (item: T) => R,
  now: () => number = () => performance.now(),
): Promise<R[]> {
  const mapped: R[] = [];
  let from = now();
  for (const item of items) {
    if (now() - from > LONGEST_MS) {
      await new Promise<void>((turn) => void later(turn));
      from = now();
    }
    mapped.push(map(item));
  }
  return mapped;
}
