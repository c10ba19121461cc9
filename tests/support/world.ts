import { after, DAY_MS } from '#lib/core/time.ts';
import type { Collection } from '#lib/data/collection.ts';
import { type OutboxRow, outboxOf } from '#lib/data/outbox.ts';
import { from } from '#lib/data/query.ts';
import { pagesOf } from '#lib/data/read-all.ts';
import type { Reader, Row } from '#lib/data/store.ts';
import { outboxLanes } from '#lib/data/values.ts';
import type { MoneyWorld } from '#lib/payments/audit/audit.ts';
import {
  CreditAccounts,
  JournalEntries,
  JournalPostings,
  PartRefunds,
  PaymentTransactions,
  Payouts,
  Settlements,
} from '#lib/payments/collections.ts';
import {
  IdempotencyRows,
  OrderEvents,
  Orders,
  StockHolds,
  StockLevels,
  StockMovements,
  StockShards,
} from '#lib/store/collections.ts';
import type { Order } from '#lib/store/schemas/order.ts';

const PAGE = 500;

/** Returns every document of a collection, by id. */
export async function everyRow<T extends object>(reader: Reader, collection: Collection<T>): Promise<Row<T>[]> {
  const all: Row<T>[] = [];
  for await (const rows of pagesOf(reader, (after) => from(collection).limit(PAGE).after(after))) all.push(...rows);
  return all;
}

/** Returns every effect of every queue. */
export const everyEffect = async (reader: Reader): Promise<Row<OutboxRow>[]> =>
  (await Promise.all(outboxLanes.map((lane) => everyRow(reader, outboxOf(lane))))).flat();

/** Reads the rows over which the rules of money are checked. */
export async function readMoney(reader: Reader): Promise<MoneyWorld<Order>> {
  const [orders, attempts, entries, postings, settlements, payouts, accounts, partRefunds] = await Promise.all([
    everyRow(reader, Orders),
    everyRow(reader, PaymentTransactions),
    everyRow(reader, JournalEntries),
    everyRow(reader, JournalPostings),
    everyRow(reader, Settlements),
    everyRow(reader, Payouts),
    everyRow(reader, CreditAccounts),
    everyRow(reader, PartRefunds),
  ]);
  return { orders, attempts, entries, postings, settlements, payouts, accounts, partRefunds };
}

/** Reads all that a purchase leaves in the store, for checkers that look at everything at once. */
export async function readWorld(reader: Reader) {
  const [money, events, levels, shards, holds, moves, idempotency, outbox] = await Promise.all([
    readMoney(reader),
    everyRow(reader, OrderEvents),
    everyRow(reader, StockLevels),
    everyRow(reader, StockShards),
    everyRow(reader, StockHolds),
    everyRow(reader, StockMovements),
    everyRow(reader, IdempotencyRows),
    everyEffect(reader),
  ]);
  return { ...money, events, levels, shards, holds, moves, idempotency, outbox };
}
export type World = Awaited<ReturnType<typeof readWorld>>;

/** Returns the effects that the outbox owes within a day. A later effect, such as removing a file, is not overdue. */
export function owed({ outbox }: Pick<World, 'outbox'>): World['outbox'] {
  const soon = after(new Date(), DAY_MS);
  return outbox.filter(({ data }) => data.status !== 'done' && data.availableAt <= soon);
}
