import type { Context } from '#lib/context/context.ts';
import { leasedRows, waitingRows } from '#lib/data/outbox-lease.ts';
import type { Cursor, Query } from '#lib/data/query.ts';
import { pagesOf } from '#lib/data/read-all.ts';
import type { Reader, Row, Store, Tx } from '#lib/data/store.ts';
import { outboxLanes } from '#lib/data/values.ts';
import { attemptsOf } from '#lib/payments/attempts/ledger.ts';
import { type Finding, findingsOf } from '#lib/payments/audit/findings.ts';
import { bookedOf } from '#lib/payments/audit/pages.ts';
import { auditSale } from '#lib/payments/audit/sale.ts';
import { userCredit } from '#lib/payments/books/accounts.ts';
import { balanceOf } from '#lib/payments/books/journal.ts';
import { CreditAccounts } from '#lib/payments/collections.ts';
import { everyAccount, oldestCallbacks, settlementsOfOrder } from '#lib/payments/queries.ts';
import type { CreditAccount } from '#lib/payments/schemas/journal.ts';
import { Orders, StockLevels } from '#lib/store/collections.ts';
import { holdsOf } from '#lib/store/orders/order-holds.ts';
import {
  eventsOf,
  everyLevel,
  everyOrder,
  expiredHolds,
  holdsInState,
  movesOf,
  unitsHeld,
  unitsMoved,
} from '#lib/store/queries.ts';
import type { OrderEvent } from '#lib/store/schemas/order.ts';
import type { StockLevel } from '#lib/store/schemas/stock.ts';
import { readBins } from '#lib/store/stock/bins.ts';
import { heldStates } from '#lib/store/values.ts';
import { auditCallback, auditEffect, auditExpired } from './late.ts';
import { auditOrder } from './order.ts';
import { auditLevel, binName, type StockSums, sumsPerBin } from './stock.ts';

/** A page of the store, recomputed. */
export type Page = { readonly checked: number; readonly findings: readonly Finding[]; readonly next: string | null };

const AT_ONCE = 100;
const ROWS_AT_ONCE = 500;
/** A figure that moves under the auditor is read again; one that is off each time is off. */
const LOOKS = 4;

const pageOf = (checked: number, findings: readonly (readonly Finding[])[], next: string | null): Page => ({
  checked,
  findings: findings.flat(),
  next,
});

/** SI1 to SI3, product by product and shard by shard. */
export async function auditProducts(ctx: Context, after: string | undefined): Promise<Page> {
  const page = await ctx.data.find(everyLevel(AT_ONCE, after));
  const findings = [];
  for (const row of page.rows) findings.push(await auditProduct(ctx, row));
  return pageOf(page.rows.length, findings, page.next);
}

async function auditProduct({ data: store }: Context, level: Row<StockLevel>): Promise<readonly Finding[]> {
  const { id } = level;
  const look = async (row: Row<StockLevel>) => {
    const bins = await readBins(store, row);
    return { bins, version: bins.map(({ version }) => version).join('.') };
  };
  const again = async () => look(await store.need(StockLevels, id));
  return auditStill(await look(level), again, async ({ bins }) => {
    const sums = bins.length > 1 ? await sumsOfShards(store, id) : new Map([[id, await sumsOfLevel(store, id)]]);
    return bins.flatMap((bin) => {
      const name = binName(id, bin.shard);
      return auditLevel(name, bin, sums.get(name) ?? { held: 0, moved: 0 });
    });
  });
}

async function sumsOfLevel(store: Store, productId: string): Promise<StockSums> {
  const [held, moved] = await Promise.all([
    store.sum(unitsHeld(productId, heldStates), 'qty'),
    store.sum(unitsMoved(productId), 'delta'),
  ]);
  return { held, moved };
}

/** Of a sharded product there are few: its rows are read, so that no other needs an index by shard. */
async function sumsOfShards(store: Store, productId: string): Promise<ReadonlyMap<string, StockSums>> {
  const [moves, ...holds] = await Promise.all([
    readAll(store, (after) => movesOf(productId, ROWS_AT_ONCE, after)),
    ...heldStates.map((state) => readAll(store, (after) => holdsInState(productId, state, ROWS_AT_ONCE, after))),
  ]);
  return sumsPerBin(holds.flat(), moves);
}

async function readAll<T extends object>(
  reader: Reader,
  queryAfter: (after: Cursor | undefined) => Query<T>,
): Promise<readonly Row<T>[]> {
  const all: Row<T>[] = [];
  for await (const rows of pagesOf(reader, queryAfter)) all.push(...rows);
  return all;
}

/** SI14, account by account: a balance is what the journal owes its owner. */
export async function auditAccounts(ctx: Context, after: string | undefined): Promise<Page> {
  const page = await ctx.data.find(everyAccount(AT_ONCE, after));
  const findings = [];
  for (const row of page.rows) findings.push(await auditAccount(ctx, row));
  return pageOf(page.rows.length, findings, page.next);
}

async function auditAccount(ctx: Context, account: Row<CreditAccount>): Promise<readonly Finding[]> {
  const again = () => ctx.data.need(CreditAccounts, account.id);
  return auditStill(account, again, async ({ id, data: { balanceMinor, currency } }) => {
    const owed = -(await balanceOf(ctx.data, userCredit(id), currency));
    return findingsOf('SI14', id, [balanceMinor !== owed && `has ${balanceMinor}, the journal owes ${owed}`]);
  });
}

/**
 * Sums are no part of a transaction, so what they say counts only when the row stood still while they were taken. One
 * that never stands still is left to the next audit.
 */
async function auditStill<V extends { readonly version: string }>(
  seen: V,
  again: () => Promise<V>,
  check: (seen: V) => Promise<readonly Finding[]>,
  looks = LOOKS,
): Promise<readonly Finding[]> {
  const findings = await check(seen);
  if (findings.length === 0) return [];
  const now = await again();
  if (now.version === seen.version) return findings;
  return looks > 1 ? auditStill(now, again, check, looks - 1) : [];
}

/** SI4 to SI7, SI9 and SI15, order by order: each is read in one transaction. */
export async function auditOrderPage(ctx: Context, after: string | undefined): Promise<Page> {
  const page = await ctx.data.find(everyOrder(AT_ONCE, after));
  const findings = [];
  for (const { id } of page.rows) findings.push(await ctx.data.tx((t) => auditOneOrder(t, id)));
  return pageOf(page.rows.length, findings, page.next);
}

async function auditOneOrder(t: Tx, id: string): Promise<readonly Finding[]> {
  const { data: order } = await t.need(Orders, id);
  const [events, holds, attempts, settlements, capture, refund] = await Promise.all([
    historyOf(t, id),
    holdsOf(t, id),
    attemptsOf(t, id),
    t.find(settlementsOfOrder(id, AT_ONCE)),
    bookedOf(t, 'capture', id),
    bookedOf(t, 'refund', id),
  ]);
  const releases = new Map(
    await Promise.all(settlements.rows.map(async (row) => [row.id, await bookedOf(t, 'release', row.id)] as const)),
  );
  return [
    ...auditOrder({ id, order, events, holds: holds.map(({ data }) => data) }),
    ...auditSale({
      id,
      order,
      attempts,
      settlements: settlements.rows,
      capture,
      refund,
      releaseOf: (settlementId) => releases.get(settlementId) ?? null,
    }),
  ];
}

async function historyOf(t: Tx, orderId: string): Promise<readonly OrderEvent[]> {
  const events: OrderEvent[] = [];
  for await (const rows of pagesOf(t, (after) => eventsOf(orderId, AT_ONCE, after)))
    events.push(...rows.map(({ data }) => data));
  return events;
}

/** SI13, SI16 and SI19: what waits longest of each kind, of effects in each queue. */
export async function auditLateness(ctx: Context): Promise<Page> {
  const now = ctx.now();
  const [promised, expired, owed, poisoned] = await Promise.all([
    Promise.all(
      outboxLanes
        .flatMap((lane) => [waitingRows(AT_ONCE, lane), leasedRows(AT_ONCE, lane)])
        .map((rows) => ctx.data.find(rows)),
    ),
    ctx.data.find(expiredHolds(now.toISOString(), AT_ONCE)),
    ctx.data.find(oldestCallbacks('received', AT_ONCE)),
    ctx.data.find(oldestCallbacks('poison', AT_ONCE)),
  ]);
  const findings = [
    ...promised.flatMap(({ rows }) => rows).map((row) => auditEffect(row, now)),
    ...expired.rows.map((row) => auditExpired(row, now)),
    ...[...owed.rows, ...poisoned.rows].map((row) => auditCallback(row, now)),
  ];
  return pageOf(0, findings, null);
}
