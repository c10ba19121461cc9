import type { Context } from '#lib/context/context.ts';

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
