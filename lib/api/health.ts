import { setTimeout as wait } from 'node:timers/promises';
import type { Runtime } from '#lib/context/runtime.ts';
import { unavailable } from '#lib/core/errors.ts';
import { SECOND_MS } from '#lib/core/time.ts';

const PROBE_MS = 5;
/** The code of a process that is still starting. */
export const INDEX_BUILDING = 'SearchIndexBuilding';

/** Throws when the event loop is a second late: the process is busy with work that does not end. */
export async function assertResponsive(): Promise<void> {
  const from = performance.now();
  await wait(PROBE_MS);
  if (performance.now() - from > SECOND_MS)
    throw unavailable('The process is busy: its event loop is blocked', { code: 'EventLoopLag' });
}

/** Waits for a small index, which is built within the second. Throws while a large one is being built. */
async function untilFinished(unfinished: ReadonlySet<string>): Promise<void> {
  const from = performance.now();
  while (unfinished.size > 0) {
    if (performance.now() - from > SECOND_MS)
      throw unavailable('The search index is still being built', { code: INDEX_BUILDING, retryAfter: 5 });
    await wait(PROBE_MS);
  }
}

/**
 * Throws unless the store replies within a second, and while a search index was never finished. The store's error
 * stays in the log.
 */
export async function assertReady({ data, unfinished }: Pick<Runtime, 'data' | 'unfinished'>): Promise<void> {
  await untilFinished(unfinished);
  let alarm: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    alarm = setTimeout(() => reject(new Error('the store did not respond within a second')), SECOND_MS);
  });
  try {
    await Promise.race([data.health(), tooLate]);
  } catch (cause) {
    throw unavailable('The store does not respond', { code: 'StoreUnavailable', cause });
  } finally {
    clearTimeout(alarm);
  }
}
