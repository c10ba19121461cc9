import { systemContext } from '#lib/context/context.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { AppError } from '#lib/core/errors.ts';
import { newId } from '#lib/core/ids.ts';
import { grantDemoCredit } from '#lib/payments/credit/demo-credit.ts';
import { ensurePerson } from '#services/run/demo/demo-people.ts';
import { demoHistory } from './data.ts';
import { openPasts, type Past } from './past.ts';
import { readHistory, saveHistory } from './progress.ts';
import { type PastEvent, pastDays, workOff } from './timeline.ts';

/**
 * Writes the past of a demo: a month of orders, payments, refusals and conversations of six sellers, through the
 * functions that serve a running shop, with a clock that goes through that month. A start that was killed on the way
 * is continued by the next one. A demo whose past is written, or that began without one, stays as it is.
 */
export async function seedDemoHistory(present: Runtime): Promise<void> {
  const history = await readHistory(present.data);
  if (!history || history.finishedAt !== null) return;
  const at = openPasts(present, new Date(history.startedAt));
  const days = pastDays();
  await seedPeople(at(days.length));

  for (const [day, events] of days.entries()) {
    if (day < history.done) continue;
    const threads = Map.groupBy(events, ({ thread }) => thread);
    // Events of different threads are independent. Performed together, they share writes to the disk.
    await allEnded([...threads.values()].map((thread) => performThread(present, at, thread)));
    await workOff(at(days.length - 1 - day));
    await saveHistory(present.data, { done: day + 1 });
  }
  await saveHistory(present.data, { finishedAt: present.now().toISOString() });
  present.log('info', 'demo.history_seeded', { days: days.length });
}

/** Waits until all have ended, so that no work goes on behind a failure. Throws the first failure. */
async function allEnded(works: readonly Promise<void>[]): Promise<void> {
  for (const end of await Promise.allSettled(works)) if (end.status === 'rejected') throw end.reason;
}

/** Performs events one after another. What the settings of this demo do not allow has not happened. */
async function performThread(
  { log }: Runtime,
  at: (daysAgo: number) => Past,
  events: readonly PastEvent[],
): Promise<void> {
  for (const { daysAgo, perform } of events) {
    try {
      await perform(at(daysAgo), at);
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      log('warn', 'demo.event_skipped', { error });
    }
  }
}

async function seedPeople({ runtime }: Past): Promise<void> {
  const { applied, rejected, suspended } = demoHistory.sellers;
  for (const { owner } of [applied, rejected, suspended]) await ensurePerson(runtime, { ...owner, role: 'visitor' });
  const ctx = systemContext(runtime, newId('request'));
  for (const { email, name, locale } of demoHistory.buyers)
    await grantDemoCredit(ctx, await ensurePerson(runtime, { email, name, locale, role: 'visitor' }));
}
