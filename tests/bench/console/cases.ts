import type { Context } from '#lib/context/context.ts';
import type { Cursor } from '#lib/data/query.ts';

/** One operation of the console, and the CPU time that a call may take. */
export type Case = {
  readonly name: string;
  readonly targetMs: number;
  /** Measured in one call without a warm-up, because a call works through all rows. */
  readonly isWhole?: boolean;
  readonly run: (ctx: Context, at: number) => Promise<unknown>;
};

/** The part of the bench about one list: the rows that it writes once, and its operations. */
export type Area = {
  readonly name: string;
  readonly fill: (ctx: Context, count: number) => Promise<void>;
  readonly cases: readonly Case[];
};

/** Every this many pages, a paged case begins its list anew. */
const DEEP = 20;

/** Returns an element of a list, which repeats without end. */
export const one = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;

/** Returns a case that reads the next page of a list at each call, far into the list. */
export function paged(
  name: string,
  targetMs: number,
  next: (ctx: Context, cursor: Cursor | undefined) => Promise<Cursor | null>,
): Case {
  let cursor: Cursor | undefined;
  let pages = 0;
  return {
    name,
    targetMs,
    run: async (ctx) => {
      pages += 1;
      cursor = (await next(ctx, pages % DEEP === 0 ? undefined : cursor)) ?? undefined;
    },
  };
}
