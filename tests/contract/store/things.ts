import { z } from 'zod';
import type { Log } from '#lib/context/ports/log.ts';
import { isoTime } from '#lib/core/time.ts';
import { type AnyCollection, collection } from '#lib/data/collection.ts';
import { from, type Query } from '#lib/data/query.ts';
import type { Row, Store } from '#lib/data/store.ts';

export type OpenOptions = {
  readonly now?: () => Date;
  readonly log?: Log;
  readonly strictIndexes?: boolean;
  /** The same name opens the same database again, as another process would. */
  readonly place?: string;
};
export type OpenStore = (collections: readonly AnyCollection[], options?: OpenOptions) => Promise<Store>;

export type StoreFeatures = {
  /** True when the same database can be opened twice at the same time. */
  readonly reopens: boolean;
  /** True when `sweep()` deletes expired documents; elsewhere the database does it by itself. */
  readonly sweeps: boolean;
};

const thing = z.object({
  name: z.string(),
  kind: z.enum(['book', 'mug', 'lamp']),
  rank: z.number().nullable(),
  flag: z.union([z.boolean(), z.number(), z.string(), z.null()]),
  tags: z.array(z.string()).nullable(),
  note: z.string().optional(),
  count: z.number().nullable().optional(),
  body: z.unknown().optional(),
});
export type Thing = z.infer<typeof thing>;

/** Documents of many shapes: what the queries of the contract need, and no more. */
export const Things = collection('things', {
  label: 'Thing',
  schema: thing,
  indexes: [
    ['name'],
    ['name desc'],
    ['rank'],
    ['rank desc'],
    ['flag'],
    ['kind', 'rank'],
    ['kind', 'rank desc'],
    ['flag', 'rank'],
    ['kind', 'rank', 'name desc'],
    ['rank desc', 'name'],
    ['tags[]', 'rank'],
    ['tags[]', 'kind', 'rank'],
    ['tags[]'],
  ],
});

const account = z.object({ balance: z.int(), version: z.int().optional() });
/** A number that many callers change at the same time. */
export const Accounts = collection('accounts', { label: 'Account', schema: account, indexes: [['balance']] });
/** Like `Accounts`, but read without a lock. */
export const Levels = collection('levels', {
  label: 'Level',
  schema: account,
  indexes: [['balance']],
  optimistic: true,
});

const claim = z.object({ slot: z.string(), by: z.string() });
export const Claims = collection('claims', { label: 'Claim', schema: claim, indexes: [['slot']] });

const ticket = z.object({ title: z.string(), expiresAt: isoTime.nullable() });
export const Tickets = collection('tickets', {
  label: 'Ticket',
  schema: ticket,
  indexes: [['title']],
  ttl: 'expiresAt',
});

export const contractCollections: readonly AnyCollection[] = [Things, Accounts, Levels, Claims, Tickets];

export const thingWith = (patch: Partial<Thing> = {}): Thing => ({
  name: 'thing',
  kind: 'book',
  rank: 0,
  flag: false,
  tags: [],
  ...patch,
});

/** Stores things by id, all in one commit. */
export const putThings = (store: Store, things: Readonly<Record<string, Partial<Thing>>>): Promise<void> =>
  store.batch((write) => {
    for (const [id, patch] of Object.entries(things)) write.set(Things, id, thingWith(patch));
  });

export const things = () => from(Things);
export const idsOf = (rows: readonly Row<unknown>[]): string[] => rows.map(({ id }) => id);
export const found = async <T extends object>(store: Store, query: Query<T>): Promise<string[]> =>
  idsOf((await store.find(query)).rows);

/** Returns every id over all pages, in order. */
export async function walked<T extends object>(store: Store, query: Query<T>): Promise<string[]> {
  const ids: string[] = [];
  for (let page = await store.find(query); ; page = await store.find(query.after(page.next))) {
    ids.push(...idsOf(page.rows));
    if (page.next === null) return ids;
  }
}

/** Returns the code of the error with which a promise rejects, or 'done'. */
export async function codeOfRefusal(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work;
    return 'done';
  } catch (error) {
    return (error as { code?: string }).code;
  }
}
