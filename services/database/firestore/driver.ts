import type { Log } from '#lib/context/ports/log.ts';
import type { AnyCollection } from '#lib/data/collection.ts';
import { assertCovered } from '#lib/data/coverage.ts';
import type { Plan } from '#lib/data/query-plan.ts';
import { brokenRule } from '#lib/data/store-errors.ts';
import type { Client } from './client.ts';
import type { Deadlines } from './deadline.ts';

/** What the parts of the driver share. */
export type Driver = {
  readonly client: Client;
  readonly names: ReadonlySet<string>;
  readonly now: () => Date;
  readonly log: Log;
  readonly strictIndexes: boolean;
  readonly deadlines: Deadlines;
  /** How long a listener may be silent after a write of our own before it is opened anew. */
  readonly silenceMs: number;
};

/** Refuses a collection the store was not opened with: nothing would have made its indexes. */
export function assertKnown({ names }: Driver, { name }: AnyCollection): void {
  if (!names.has(name)) throw brokenRule(`The store was opened without the collection ${name}`);
}

/** Refuses a plan that no declared index serves, before anything is sent: the emulator would serve it. */
export function assertServed(driver: Driver, { collection, shape }: Plan<object>): void {
  assertKnown(driver, collection);
  assertCovered(collection, shape, driver.strictIndexes);
}
