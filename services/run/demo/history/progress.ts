import { z } from 'zod';
import { isoTime } from '#lib/core/time.ts';
import { collection } from '#lib/data/collection.ts';
import type { Reader, Store } from '#lib/data/store.ts';

/** How far the past of a demo is written. A demo without the row has no such past and gets none. */
export const DemoHistories = collection('demo_histories', {
  label: 'Demo history',
  schema: z.object({
    /** The time that the past leads up to. */
    startedAt: isoTime,
    /** How many of its days are done. */
    done: z.int().nonnegative(),
    finishedAt: isoTime.nullable(),
  }),
  indexes: [],
});
export type DemoHistory = z.output<typeof DemoHistories.schema>;

const ID = 'orders';

export const readHistory = async (reader: Reader): Promise<DemoHistory | undefined> =>
  (await reader.get(DemoHistories, ID))?.data;

/** Notes that a past is to be written. A past that is noted stays as it is. */
export const noteHistory = (data: Store, now: Date): Promise<void> =>
  data.tx(async (t) => {
    if (!(await readHistory(t)))
      t.create(DemoHistories, ID, { startedAt: now.toISOString(), done: 0, finishedAt: null });
  });

export const saveHistory = (data: Store, change: Partial<DemoHistory>): Promise<void> =>
  data.batch((write) => write.update(DemoHistories, ID, change));
