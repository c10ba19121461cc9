import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { exportTables } from '#lib/admin/exports/export-list.ts';
import type { ExportList } from '#lib/admin/exports/values.ts';
import type { Context, UserContext } from '#lib/context/context.ts';
import { csvLines } from '#lib/core/csv.ts';
import { before, SECOND_MS } from '#lib/core/time.ts';
import { Orders } from '#lib/store/collections.ts';
import { orderRow } from '#tests/support/platform-rows.ts';
import type { Area, Case } from './cases.ts';

const AT_ONCE = 400;
const TARGET_MS = 4_000;
const MOST_BYTES = 50e6;
/** Pages between two looks at the memory. */
const LOOK_EVERY = 50;

async function fill(ctx: Context, count: number): Promise<void> {
  const now = ctx.now();
  for (let from = 0; from < count; from += AT_ONCE)
    await ctx.data.batch((write) => {
      for (let n = from; n < Math.min(count, from + AT_ONCE); n++)
        write.create(Orders, `ord_${String(n).padStart(20, '0')}`, orderRow(n, before(now, (count - n) * SECOND_MS)));
    });
}

/** Exports a whole list, once. Throws when its live memory, after a collection, grows by more than it may. */
const exported = (list: ExportList): Case => ({
  name: `export of ${list}`,
  targetMs: TARGET_MS,
  isWhole: true,
  async run(ctx) {
    let pages = 0;
    const start = liveBytes();
    let most = start;
    for await (const rows of exportTables[list].lines(ctx as UserContext, {})) {
      csvLines(rows);
      pages += 1;
      if (pages % LOOK_EVERY === 0) most = Math.max(most, liveBytes());
    }
    console.log(`# export of ${list}: ${pages} pages, ${((most - start) / 1e6).toFixed(1)} MB more live memory`);
    if (most - start > MOST_BYTES) throw new Error(`The export of ${list} held ${most - start} bytes`);
  },
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function liveBytes(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Whole lists as CSV: the orders of this area, and the audit rows of the area before. */
export const exports: Area = { name: 'exports', fill, cases: [exported('orders'), exported('audit')] };
