// Read once, so that a test with fake timers does not stop the database.
const later = setImmediate;

/** Runs `work` after the timers and sockets that are due. */
export const afterTurn = (work: () => void): void => void later(work);
export const nextTurn = (): Promise<void> => new Promise((done) => later(done));

/** How long calls may follow each other before timers and sockets get a turn. */
const LONGEST_TURN_MS = 10;

/**
 * Tracks the turns of the event loop. Every call of this driver completes at once, so a loop that awaits only the store
 * would block all other work. The returned function returns a pause to await when the current turn has lasted long
 * enough.
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
