import type { RunCounts } from '#lib/admin/schemas/process-run.ts';
import type { Context } from '#lib/context/context.ts';
import type { Cursor } from '#lib/data/query.ts';
import type { Swept } from '#lib/store/orders/expiry.ts';
import type { ProcessId } from './values.ts';

/** A unit of work of at most about 20 s. `cursor` is where the next one continues, or null when none is needed. */
export type Slice = {
  readonly counts: Partial<RunCounts>;
  readonly cursor: string | null;
  /** Set when all work was done but its findings make the run a failed one. */
  readonly failure?: { readonly code: string; readonly message: string } | undefined;
};

/** A process with a fixed id. Running it twice, or from an older cursor, must do no harm. */
export type Process = {
  readonly id: ProcessId;
  readonly name: string;
  readonly description: string;
  /** Five fields, UTC. Null where only a person starts it. */
  readonly schedule: string | null;
  /** Whether this server runs it. Without it every server does. */
  readonly isHere?: (ctx: Pick<Context, 'backups' | 'data'>) => boolean;
  /** Returns the time of its last result, or null for never. Absent where the last run says it. */
  readonly lastGoodAt?: (ctx: Context) => Promise<string | null>;
  run(ctx: Context, cursor: string | null): Promise<Slice>;
};

/** The cursor of a process that keeps no position: its next slice processes the rest. */
export const NEXT_SLICE = 'more';

/** Runs all work of a process in one slice. The work returns how much it did. */
export const inOneSlice =
  (work: (ctx: Context) => Promise<number>): Process['run'] =>
  async (ctx) => {
    const done = await work(ctx);
    return { counts: { seen: done, done }, cursor: null };
  };

/**
 * Runs slices until one finds nothing. Processed rows leave the list of such a process. The work returns how many it
 * processed.
 */
export const untilEmpty =
  (work: (ctx: Context) => Promise<number>): Process['run'] =>
  async (ctx) => {
    const done = await work(ctx);
    return { counts: { seen: done, done }, cursor: done > 0 ? NEXT_SLICE : null };
  };

/** Runs a process that walks through rows and returns where it stopped. */
export const inSlices =
  (work: (ctx: Context, after?: Cursor) => Promise<Swept>): Process['run'] =>
  async (ctx, cursor) => {
    const { seen, done, next } = await work(ctx, cursor ?? undefined);
    return { counts: { seen, done, skipped: seen - done }, cursor: next };
  };

/** Returns the failure of a comparison that found differences, or undefined without any. */
export const failureOf = (code: string, found: number): Slice['failure'] =>
  found === 0 ? undefined : { code, message: `Found ${found === 1 ? '1 difference' : `${found} differences`}` };
