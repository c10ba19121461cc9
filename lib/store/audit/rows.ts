import type { Context } from '#lib/context/context.ts';
import type { Cursor, Query } from '#lib/data/query.ts';
import { pagesOf } from '#lib/data/read-all.ts';
import type { Reader, Row, Store, Tx } from '#lib/data/store.ts';
import { findAttempts } from '#lib/payments/attempts/ledger.ts';
import { type Finding, findingsOf } from '#lib/payments/audit/findings.ts';
import { bookedOf } from '#lib/payments/audit/rows.ts';
import { auditSale } from '#lib/payments/audit/sale.ts';
import { userCredit } from '#lib/payments/books/accounts.ts';
import { balanceOf } from '#lib/payments/books/journal.ts';
import { CreditAccounts } from '#lib/payments/collections.ts';
import { settlementsOfOrder } from '#lib/payments/queries.ts';
import { Orders, StockLevels } from '#lib/store/collections.ts';
import { findLiveOrder } from '#lib/store/orders/request-orders.ts';
import { eventsOf, holdsInState, holdsOfOrder, movesOf, unitsHeld, unitsMoved } from '#lib/store/queries.ts';
import type { Order, OrderEvent } from '#lib/store/schemas/order.ts';
import { readBins } from '#lib/store/stock/bins.ts';
import { heldStates } from '#lib/store/values.ts';
import { auditOrder, auditRequests } from './order.ts';
import { auditLevel, binName, type StockSums, sumsPerBin } from './stock.ts';

const AT_ONCE = 100;
const ROWS_AT_ONCE = 500;
/** A figure that moves under the auditor is read again; one that is off each time is off. */
const LOOKS = 4;

/** SI1 to SI3: the counters of a product, shard by shard. */
export async function auditProductOf({ data: store }: Context, id: string): Promise<readonly Finding[]> {
  const look = async () => {
    const row = await store.get(StockLevels, id);
    const bins = row ? await readBins(store, row) : [];
    return { bins, version: bins.map(({ version }) => version).join('.') };
  };
  return auditStill(await look(), look, async ({ bins }) => {
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

/** SI14: a balance is what the journal owes its owner. */
export async function auditCreditOf({ data: store }: Context, id: string): Promise<readonly Finding[]> {
  const look = async () => {
    const row = await store.get(CreditAccounts, id);
    return { account: row?.data, version: row?.version ?? '' };
  };
  return auditStill(await look(), look, async ({ account }) => {
    if (!account) return [];
    const { balanceMinor, currency } = account;
    const owed = -(await balanceOf(store, userCredit(id), currency));
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

/** SI4 to SI7, SI9 and SI15: an order with all that belongs to it, read in one transaction. */
export const auditOrderOf = (ctx: Context, id: string): Promise<readonly Finding[]> =>
  ctx.data.tx(
    async (t) => {
      const row = await t.get(Orders, id);
      return row ? auditOrderIn(t, id, row.data) : [];
    },
    { mayQuery: true },
  );

async function auditOrderIn(t: Tx, id: string, order: Order): Promise<readonly Finding[]> {
  const [events, holds, attempts, settlements, capture, refund, ofRequest] = await Promise.all([
    historyOf(t, id),
    t.find(holdsOfOrder(id, AT_ONCE)),
    findAttempts(t, id),
    t.find(settlementsOfOrder(id, AT_ONCE)),
    bookedOf(t, 'capture', id),
    bookedOf(t, 'refund', id),
    ordersOfRequest(t, id, order),
  ]);
  const releases = new Map(
    await Promise.all(settlements.rows.map(async (row) => [row.id, await bookedOf(t, 'release', row.id)] as const)),
  );
  return [
    ...auditOrder({ id, order, events, holds: holds.rows.map(({ data }) => data) }),
    ...auditRequests(ofRequest),
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

/** An order of a payment request with the one that holds the request now, where that is another. */
async function ordersOfRequest(t: Tx, id: string, order: Order): Promise<readonly Pick<Row<Order>, 'id' | 'data'>[]> {
  if (order.requestId === null) return [];
  const holder = await findLiveOrder(t, order.requestId);
  return [{ id, data: order }, ...(holder && holder.id !== id ? [holder] : [])];
}

async function historyOf(t: Tx, orderId: string): Promise<readonly OrderEvent[]> {
  const events: OrderEvent[] = [];
  for await (const rows of pagesOf(t, (after) => eventsOf(orderId, AT_ONCE, after)))
    events.push(...rows.map(({ data }) => data));
  return events;
}
