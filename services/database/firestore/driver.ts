import type { Log } from '#lib/context/ports/log.ts';
import type { AnyCollection } from '#lib/data/collection.ts';
import { assertCovered } from '#lib/data/coverage.ts';
import type { Write } from '#lib/data/pending-writes.ts';
import type { Plan } from '#lib/data/query-plan.ts';
import { brokenRule } from '#lib/data/store-errors.ts';
import type { Client } from './client.ts';
import type { Deadlines } from './deadline.ts';

/** The state that the parts of the driver share. */
export type Driver = {
  readonly client: Client;
  readonly names: ReadonlySet<string>;
  readonly now: () => Date;
  readonly log: Log;
  readonly strictIndexes: boolean;
  readonly deadlines: Deadlines;
  /** Commits writes in one request, some of them together with writes of other callers. */
  readonly send: (writes: readonly Write[]) => Promise<void>;
  /** How long a listener may stay silent after a write of this process before it is reopened. */
  readonly silenceMs: number;
};

/** Throws when the store was opened without the collection: its indexes would not exist. */
export function assertKnown({ names }: Driver, { name }: AnyCollection): void {
  if (!names.has(name)) throw brokenRule(`The store was opened without the collection ${name}`);
}

/**
 * Throws when no declared index serves the plan, before any request is sent: the emulator would serve the plan anyway.
 */
export function assertServed(driver: Driver, { collection, shape }: Plan<object>): void {
  assertKnown(driver, collection);
  assertCovered(collection, shape, driver.strictIndexes);
}
