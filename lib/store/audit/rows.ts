import type { Context } from '#lib/context/context.ts';
import type { Cursor, Query } from '#lib/data/query.ts';
import { pagesOf } from '#lib/data/read-all.ts';
import type { Reader, Row, Store } from '#lib/data/store.ts';
import { findAttempts } from '#lib/payments/attempts/ledger.ts';
import { auditUnchanged } from '#lib/payments/audit/audit-unchanged.ts';
import { type Finding, findingsOf } from '#lib/payments/audit/findings.ts';
import { bookedOf } from '#lib/payments/audit/rows.ts';
import { auditSale } from '#lib/payments/audit/sale.ts';
import type { PartRefundOnRecord } from '#lib/payments/audit/sale-on-record.ts';
import { userCredit } from '#lib/payments/books/accounts.ts';
import { balanceOf } from '#lib/payments/books/journal.ts';
import { CreditAccounts } from '#lib/payments/collections.ts';
import { partRefundsOfOrder, settlementsOfOrder } from '#lib/payments/queries.ts';
import { Orders, StockLevels } from '#lib/store/collections.ts';
import { findLiveOrder } from '#lib/store/orders/request-orders.ts';
import { eventsOf, holdsInState, holdsOfOrder, movementsOf, unitsHeld, unitsMoved } from '#lib/store/queries.ts';
import type { Order, OrderEvent } from '#lib/store/schemas/order.ts';
import { readCounters } from '#lib/store/stock/counters.ts';
import { heldStates } from '#lib/store/values.ts';
import { auditOrder, auditRequests } from './order.ts';
import { auditLevel, counterName, type StockSums, sumsPerCounter } from './stock.ts';

const AT_ONCE = 100;
const ROWS_AT_ONCE = 500;

/** SI1 to SI3: the counters of a product, shard by shard. */
export const auditProductOf = ({ data: store }: Context, id: string): Promise<readonly Finding[]> =>
  auditUnchanged(async () => {
    const row = await store.get(StockLevels, id);
    const counters = row ? await readCounters(store, row) : [];
    const sums = counters.length > 1 ? await sumsOfShards(store, id) : new Map([[id, await sumsOfLevel(store, id)]]);
    const findings = counters.flatMap((counter) => {
      const name = counterName(id, counter.shard);
      return auditLevel(name, counter, sums.get(name) ?? { held: 0, moved: 0 });
    });
    return { version: counters.map(({ version }) => version).join('.'), findings };
  });

async function sumsOfLevel(store: Store, productId: string): Promise<StockSums> {
  const [held, moved] = await Promise.all([
    store.sum(unitsHeld(productId, heldStates), 'qty'),
    store.sum(unitsMoved(productId), 'delta'),
  ]);
  return { held, moved };
}

/**
 * Returns the sums per shard. Few products are sharded, so their rows are read; no other query needs an index by shard.
 */
async function sumsOfShards(store: Store, productId: string): Promise<ReadonlyMap<string, StockSums>> {
  const [moves, ...holds] = await Promise.all([
    readAll(store, (after) => movementsOf(productId, ROWS_AT_ONCE, after)),
    ...heldStates.map((state) => readAll(store, (after) => holdsInState(productId, state, ROWS_AT_ONCE, after))),
  ]);
  return sumsPerCounter(holds.flat(), moves);
}

async function readAll<T extends object>(
  reader: Reader,
  queryAfter: (after: Cursor | undefined) => Query<T>,
): Promise<readonly Row<T>[]> {
  const all: Row<T>[] = [];
  for await (const rows of pagesOf(reader, queryAfter)) all.push(...rows);
  return all;
}

/** SI14: a balance equals what the journal owes its owner. */
export const auditCreditOf = ({ data: store }: Context, id: string): Promise<readonly Finding[]> =>
  auditUnchanged(async () => {
    const row = await store.get(CreditAccounts, id);
    if (!row) return { version: '', findings: [] };
    const { balanceMinor, currency } = row.data;
    const owed = -(await balanceOf(store, userCredit(id), currency));
    const why = balanceMinor !== owed && `has ${balanceMinor}, but the journal owes ${owed}`;
    return { version: row.version, findings: findingsOf('SI14', id, [why]) };
  });

/** SI4, SI6, SI7, SI9, SI15 and SI24 to SI26: an order with all its rows. */
export const auditOrderOf = ({ data }: Context, id: string): Promise<readonly Finding[]> =>
  auditUnchanged(async () => {
    const row = await data.get(Orders, id);
    return row
      ? { version: row.version, findings: await auditOrderIn(data, id, row.data) }
      : { version: '', findings: [] };
  });

async function auditOrderIn(reader: Reader, id: string, order: Order): Promise<readonly Finding[]> {
  const [events, holds, attempts, settlements, capture, refund, ofRequest, partRefunds] = await Promise.all([
    historyOf(reader, id),
    reader.find(holdsOfOrder(id, AT_ONCE)),
    findAttempts(reader, id),
    reader.find(settlementsOfOrder(id, AT_ONCE)),
    bookedOf(reader, 'capture', id),
    bookedOf(reader, 'refund', id),
    ordersOfRequest(reader, id, order),
    partRefundsOf(reader, id),
  ]);
  const releases = new Map(
    await Promise.all(
      settlements.rows.map(async (row) => [row.id, await bookedOf(reader, 'release', row.id)] as const),
    ),
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
      partRefunds,
    }),
  ];
}

/** Returns the refunds of the parts of an order, with their entries. */
async function partRefundsOf(reader: Reader, orderId: string): Promise<readonly PartRefundOnRecord[]> {
  const { rows } = await reader.find(partRefundsOfOrder(orderId, AT_ONCE));
  return Promise.all(
    rows.map(async ({ id, data }) => {
      const [booked, paid] = await Promise.all([
        bookedOf(reader, 'part_refund', id),
        bookedOf(reader, 'part_refund_paid', id),
      ]);
      return { id, data, booked, paid };
    }),
  );
}

/** Returns an order of a payment request, together with the order that now holds the request if that is another one. */
async function ordersOfRequest(
  reader: Reader,
  id: string,
  order: Order,
): Promise<readonly Pick<Row<Order>, 'id' | 'data'>[]> {
  if (order.requestId === null) return [];
  const holder = await findLiveOrder(reader, order.requestId);
  return [{ id, data: order }, ...(holder && holder.id !== id ? [holder] : [])];
}

async function historyOf(reader: Reader, orderId: string): Promise<readonly OrderEvent[]> {
  const events: OrderEvent[] = [];
  for await (const rows of pagesOf(reader, (after) => eventsOf(orderId, AT_ONCE, after)))
    events.push(...rows.map(({ data }) => data));
  return events;
}
