// Taken once, so that a test that plays with timers does not stop the database.
const later = setImmediate;

/** Runs after the timers and sockets that are due have had their turn. */
export const afterTurn = (work: () => void): void => void later(work);
export const nextTurn = (): Promise<void> => new Promise((done) => later(done));

/** How long calls may follow each other before timers and sockets have their turn. */
const LONGEST_TURN_MS = 10;

/**
 * Notes the turns of the event loop. Every call of this driver is answered at once, so a loop that awaits only the store
 * would keep everybody else waiting; it answers a pause to await when the present turn has been long enough.
 */
export function openTurns(): () => Promise<void> | undefined {
  let startedAt = 0;
  const end = (): void => {
    startedAt = 0;
  };
  return () => {
    const now = performance.now();
    if (startedAt > 0) return now - startedAt > LONGEST_TURN_MS ? nextTurn() : undefined;
    startedAt = now;
    afterTurn(end);
    return undefined;
  };
}
