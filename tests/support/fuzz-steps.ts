import { AppError, conflict } from '#lib/core/errors.ts';
import type { AnyCollection, Collection } from '#lib/data/collection.ts';
import { inc } from '#lib/data/patch.ts';
import type { Reader, Row, Store } from '#lib/data/store.ts';
import { fuzzCollections, Items, Leases } from '#tests/support/fuzz-collections.ts';
import { type QueryStep, randomQuery, toQuery } from '#tests/support/fuzz-queries.ts';
import { ids, numbers } from '#tests/support/fuzz-values.ts';
import { applyStep, randomWrite, type WriteStep } from '#tests/support/fuzz-writes.ts';
import type { Random } from '#tests/support/random.ts';

type Json = Record<string, unknown>;
type Asked = { readonly collection: AnyCollection; readonly query: QueryStep };

/** One operation on a store. A seed plays a list of them. */
export type Step =
  | ({ readonly kind: 'pages' } & Asked)
  | ({ readonly kind: 'totals'; readonly summed: string } & Asked)
  | { readonly kind: 'getMany'; readonly collection: AnyCollection; readonly ids: readonly string[] }
  | { readonly kind: 'write'; readonly write: WriteStep }
  | { readonly kind: 'batch'; readonly writes: readonly WriteStep[] }
  | ({ readonly kind: 'tx'; readonly writes: readonly WriteStep[]; readonly end: 'commit' | 'throw' | 'read' } & Asked)
  | { readonly kind: 'compareAndSet'; readonly id: string; readonly between: boolean; readonly by: number }
  | { readonly kind: 'wait'; readonly ms: number };

export type Outcome = { readonly value: unknown } | { readonly error: string };

const MOST_PAGES = 6;
export const HOUR = 3_600_000;
export const BEGIN = Date.parse('2031-01-01T00:00:00.000Z');
/** Moments around which the clock of a run moves. */
export const moments = [-1, 1, 2, 3, 5, 8].map((hours) => new Date(BEGIN + hours * HOUR).toISOString());

/**
 * True for the first write of a commit to a lease. On Firestore, a later write of the same commit would not see that
 * the first made the lease expire. The product never does that, so such steps are left out.
 */
const isFirstOfItsLease = (write: WriteStep, at: number, all: readonly WriteStep[]): boolean =>
  write.collection !== Leases || all.findIndex(({ collection, id }) => collection === Leases && id === write.id) === at;

export function randomStep(random: Random): Step {
  const collection = random.pick<AnyCollection>([Items, Items, Items, Items, ...fuzzCollections]);
  const asked = { collection, query: randomQuery(random, collection, moments) };
  const writes = () =>
    Array.from({ length: 1 + random.int(3) }, () => randomWrite(random, moments)).filter(isFirstOfItsLease);
  const dice = random.int(100);
  if (dice < 48) return { kind: 'pages', ...asked };
  if (dice < 54) return { kind: 'totals', ...asked, summed: 'n' };
  if (dice < 57) return { kind: 'getMany', collection, ids: random.some(ids, 0, 5) };
  if (dice < 77) return { kind: 'write', write: randomWrite(random, moments, true) };
  if (dice < 84) return { kind: 'batch', writes: writes() };
  if (dice < 92)
    return { kind: 'tx', ...asked, writes: writes(), end: random.pick(['commit', 'commit', 'throw', 'read']) };
  if (dice < 97) {
    return { kind: 'compareAndSet', id: random.pick(ids), between: random.chance(0.5), by: random.pick(numbers) };
  }
  return { kind: 'wait', ms: random.int(3 * HOUR) };
}

const shown = (rows: readonly (Row<Json> | undefined)[]) => rows.map((row) => row && { id: row.id, data: row.data });
const typed = (collection: AnyCollection) => collection as Collection<Json>;

/** Reads up to a few pages of a query, with their cursors. A cursor of one driver must work in the other. */
async function pagesOf(store: Reader, { collection, query }: Asked): Promise<unknown> {
  const asked = toQuery(collection, query);
  const pages: unknown[] = [];
  let cursor: string | undefined;
  do {
    const { rows, next } = await store.find(asked.after(cursor));
    pages.push(shown(rows), next);
    cursor = next ?? undefined;
  } while (cursor !== undefined && pages.length < 2 * MOST_PAGES);
  return pages;
}

async function totalsOf(store: Store, { collection, query, summed }: Asked & { summed: string }): Promise<unknown> {
  const asked = { ...toQuery(collection, query), count: null };
  return [await store.count(asked), await outcomeOf(() => store.sum(asked, summed))];
}

function transact(store: Store, { collection, query, writes, end }: Extract<Step, { kind: 'tx' }>): Promise<unknown> {
  return store.tx(
    async (t) => {
      const first = await t.find(toQuery(collection, query));
      const before = await t.getMany(typed(collection), ids.slice(0, 3));
      for (const write of writes) applyStep(t, write);
      if (end === 'throw') throw conflict('Told to stop', { code: 'TOLD' });
      if (end === 'read') await t.get(typed(collection), 'a');
      return [shown(first.rows), first.next, shown(before)];
    },
    { mayQuery: true },
  );
}

async function compareAndSet(
  store: Store,
  { id, between, by }: Extract<Step, { kind: 'compareAndSet' }>,
): Promise<unknown> {
  const seen = await store.get(Leases, id);
  if (between) await store.update(Leases, id, { n: inc(7) });
  await store.update(Leases, id, { n: by }, seen?.version ?? '12');
  return seen?.data;
}

async function run(store: Store, step: Step): Promise<unknown> {
  switch (step.kind) {
    case 'pages':
      return pagesOf(store, step);
    case 'totals':
      return totalsOf(store, step);
    case 'getMany':
      return shown(await store.getMany(typed(step.collection), step.ids));
    case 'write':
      return runWrite(store, step.write);
    case 'batch':
      return store.batch((write) => {
        for (const one of step.writes) applyStep(write, one);
      });
    case 'tx':
      return transact(store, step);
    case 'compareAndSet':
      return compareAndSet(store, step);
    case 'wait':
      return null;
  }
}

async function runWrite(store: Store, { kind, collection, id, data }: WriteStep): Promise<void> {
  if (kind === 'delete') await store.delete(typed(collection), id);
  else await store[kind](typed(collection), id, data as never);
}

async function outcomeOf(work: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { value: await work() };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { error: error.code ?? error.name };
  }
}

/**
 * Returns what a store makes of a step: a value, or the code of its failure. Any error but an AppError fails the run.
 */
export async function play(store: Store, step: Step): Promise<Outcome> {
  const outcome = await outcomeOf(() => run(store, step));
  // When a commit fails for two reasons, the port does not define which one is reported.
  const isUnsure = 'writes' in step && 'error' in outcome && ['EXISTS', 'NOT_FOUND'].includes(outcome.error);
  return isUnsure ? { error: 'EXISTS or NOT_FOUND' } : outcome;
}

/** Returns a step as text, short enough to read. */
export const describeStep = (step: Step): string =>
  JSON.stringify(step, (key, value: unknown) => (key === 'collection' ? (value as AnyCollection).name : value)).slice(
    0,
    900,
  );

/** Reads everything a store holds under the ids in play. */
export const contentsOf = async (store: Store): Promise<unknown> =>
  Promise.all(fuzzCollections.map(async (collection) => shown(await store.getMany(typed(collection), [...ids]))));
