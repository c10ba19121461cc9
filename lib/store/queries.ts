import type { OrderStatus } from '#lib/context/ports/values.ts';
import type { TimeSpan } from '#lib/core/time.ts';
import { type Cursor, from, type Query } from '#lib/data/query.ts';
import {
  IdempotencyRows,
  OrderEvents,
  OrderMails,
  Orders,
  StockHolds,
  StockLevels,
  StockMoves,
  StockShards,
  StoreAudits,
} from './collections.ts';
import type { Order, OrderEvent } from './schemas/order.ts';
import type { OrderMail } from './schemas/order-mail.ts';
import type { StockHold, StockLevel, StockMove, StockShard } from './schemas/stock.ts';
import type { StoreAudit } from './schemas/store-audit.ts';
import type { HoldState } from './values.ts';

/** Holds of a product that ran out before `cutoff` and that nobody has taken yet, the longest expired first. */
export const expiredHoldsOf = (productId: string, cutoff: string, limit: number): Query<StockHold> =>
  from(StockHolds)
    .where('productId', '==', productId)
    .where('state', '==', 'active')
    .where('expiresAt', '<=', cutoff)
    .orderBy('expiresAt')
    .limit(limit);

/** Expired holds of any product, the longest expired first: what the sweep goes through. */
export const expiredHolds = (cutoff: string, limit: number): Query<StockHold> =>
  from(StockHolds).where('state', '==', 'active').where('expiresAt', '<=', cutoff).orderBy('expiresAt').limit(limit);

/** A product's holds in one state, in no order that matters. */
export const holdsInState = (productId: string, state: HoldState, limit: number, after?: Cursor): Query<StockHold> =>
  from(StockHolds)
    .where('productId', '==', productId)
    .where('state', '==', state)
    .orderBy('expiresAt')
    .limit(limit)
    .after(after);

/** Sold holds of any product, which wait to be compacted. */
export const soldHolds = (limit: number, after?: Cursor): Query<StockHold> =>
  from(StockHolds).where('state', '==', 'sold').orderBy('expiresAt').limit(limit).after(after);

export const holdsOfUser = (userId: string, states: readonly HoldState[], limit: number): Query<StockHold> =>
  from(StockHolds).where('userId', '==', userId).where('state', 'in', states).limit(limit);

/** The kept answers of a person: each may repeat what they wrote into an order. */
export const answersKeptFor = (userId: string, limit: number) =>
  from(IdempotencyRows).where('userId', '==', userId).limit(limit);

/** All holds an order ever had: one per product. */
export const holdsOfOrder = (orderId: string, limit: number): Query<StockHold> =>
  from(StockHolds).where('orderId', '==', orderId).limit(limit);

export const movesOf = (productId: string, limit: number, after?: Cursor): Query<StockMove> =>
  from(StockMoves).where('productId', '==', productId).orderBy('at').limit(limit).after(after);

export type OrderFilter = { readonly userId?: string; readonly vendorId?: string; readonly status?: OrderStatus };

/** Newest first. Serves the shopper's own list and the admin list; the filters merge over the same tail. */
export function ordersNewestFirst(
  { userId, vendorId, status }: OrderFilter,
  limit: number,
  after?: Cursor,
): Query<Order> {
  let query = from(Orders);
  if (userId) query = query.where('userId', '==', userId);
  if (vendorId) query = query.where('vendorIds', 'has', vendorId);
  if (status) query = query.where('status', '==', status);
  return query.orderBy('createdAt', 'desc').limit(limit).after(after);
}

/** Unpaid orders whose hold ran out before `cutoff`, the longest waiting first. */
export const ordersToExpire = (cutoff: string, limit: number, after?: Cursor): Query<Order> =>
  from(Orders)
    .where('status', '==', 'new')
    .where('holdExpiresAt', '<=', cutoff)
    .orderBy('holdExpiresAt')
    .limit(limit)
    .after(after);

/** Paid orders whose document has no number yet, in the order in which they were paid. */
export const ordersToNumber = (limit: number): Query<Order> =>
  from(Orders).where('documentNumber', '==', null).where('paidAt', '>', '').orderBy('paidAt').limit(limit);

/** Orders that have had a status since before `cutoff`, the longest first. */
export const ordersSince = (status: OrderStatus, cutoff: string, limit: number, after?: Cursor): Query<Order> =>
  from(Orders)
    .where('status', '==', status)
    .where('statusAt', '<=', cutoff)
    .orderBy('statusAt')
    .limit(limit)
    .after(after);

/** The history of an order, oldest first. */
export const eventsOf = (orderId: string, limit: number, after?: Cursor): Query<OrderEvent> =>
  from(OrderEvents).where('orderId', '==', orderId).orderBy('rev').limit(limit).after(after);

/** What was mailed about an order: at most one per kind to its buyer, and one to each seller. */
export const mailsOfOrder = (orderId: string, limit: number): Query<OrderMail> =>
  from(OrderMails).where('orderId', '==', orderId).limit(limit);

/** The holds that count in a product's `held`; for a sum. */
export const unitsHeld = (productId: string, states: readonly HoldState[]): Query<StockHold> =>
  from(StockHolds).where('productId', '==', productId).where('state', 'in', states);

/** Products whose stock is split, by their first shard. */
export const shardedProducts = (limit: number, after?: Cursor): Query<StockShard> =>
  from(StockShards).where('n', '==', 1).limit(limit).after(after);

/** The shards that changed last, the latest first: what availability is kept up by, beside the levels. */
export const shardsChangedLast = (limit: number, after?: Cursor): Query<StockShard> =>
  from(StockShards).orderBy('updatedAt', 'desc').limit(limit).after(after);

/** Every reason why a product has what it has on hand; for a sum. */
export const unitsMoved = (productId: string): Query<StockMove> => from(StockMoves).where('productId', '==', productId);

/** Every product's stock and every order, in the order of their ids: what the auditor walks through. */
export const everyLevel = (limit: number, after?: Cursor): Query<StockLevel> =>
  from(StockLevels).limit(limit).after(after);
export const everyOrder = (limit: number, after?: Cursor): Query<Order> => from(Orders).limit(limit).after(after);

/** What has changed within a span of time: the audit looks at it again. */
export const levelsChanged = ({ from: since, to }: TimeSpan, limit: number, after?: Cursor): Query<StockLevel> =>
  from(StockLevels)
    .where('updatedAt', '>=', since)
    .where('updatedAt', '<=', to)
    .orderBy('updatedAt', 'desc')
    .limit(limit)
    .after(after);
export const shardsChanged = ({ from: since, to }: TimeSpan, limit: number, after?: Cursor): Query<StockShard> =>
  from(StockShards)
    .where('updatedAt', '>=', since)
    .where('updatedAt', '<=', to)
    .orderBy('updatedAt', 'desc')
    .limit(limit)
    .after(after);
export const holdsChanged = ({ from: since, to }: TimeSpan, limit: number, after?: Cursor): Query<StockHold> =>
  from(StockHolds).where('updatedAt', '>=', since).where('updatedAt', '<=', to).limit(limit).after(after);
export const movesMade = ({ from: since, to }: TimeSpan, limit: number, after?: Cursor): Query<StockMove> =>
  from(StockMoves).where('at', '>=', since).where('at', '<=', to).limit(limit).after(after);
export const ordersChanged = ({ from: since, to }: TimeSpan, limit: number, after?: Cursor): Query<Order> =>
  from(Orders).where('updatedAt', '>=', since).where('updatedAt', '<=', to).limit(limit).after(after);
export const eventsMade = ({ from: since, to }: TimeSpan, limit: number, after?: Cursor): Query<OrderEvent> =>
  from(OrderEvents).where('at', '>=', since).where('at', '<=', to).limit(limit).after(after);

/** Audits, the latest first. */
export const auditsNewestFirst = (limit: number): Query<StoreAudit> =>
  from(StoreAudits).orderBy('startedAt', 'desc').limit(limit);

/** Audits that have come to their end, the latest first. */
export const auditsFinishedLast = (limit: number): Query<StoreAudit> =>
  from(StoreAudits).where('finishedAt', '>', '').orderBy('finishedAt', 'desc').limit(limit);
