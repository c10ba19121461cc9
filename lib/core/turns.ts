// Read once, so that a test with fake timers does not stop it.
const later = setImmediate;

/** Lets timers and sockets run before the caller goes on. */
export const nextTurn = (): Promise<void> => new Promise((turn) => void later(turn));

/** How long a loop may block the event loop before timers and sockets run. */
const LONGEST_MS = 10;

/** Maps the items in order. Between two items it yields to the event loop after each 10 ms of work. */
export async function mapInTurns<T, R>(
  items: readonly T[],
  map: (item: T) => R,
  now: () => number = () => performance.now(),
): Promise<R[]> {
  const mapped: R[] = [];
  let from = now();
  for (const item of items) {
    if (now() - from > LONGEST_MS) {
      await nextTurn();
      from = now();
    }
    mapped.push(map(item));
  }
  return mapped;
}
