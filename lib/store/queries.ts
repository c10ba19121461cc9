import type { OrderStatus } from '#lib/context/ports/values.ts';
import type { TimeSpan } from '#lib/core/time.ts';
import { type Cursor, from, type Query } from '#lib/data/query.ts';
import {
  IdempotencyRows,
  MediaFiles,
  OrderEvents,
  OrderMails,
  Orders,
  StockHolds,
  StockLevels,
  StockMovements,
  StockShards,
  StoreAudits,
  UserAddresses,
  VendorDeliveries,
} from './collections.ts';
import type { MediaFile } from './schemas/media.ts';
import type { Order, OrderEvent } from './schemas/order.ts';
import type { OrderMail } from './schemas/order-mail.ts';
import type { StockHold, StockLevel, StockMovement, StockShard } from './schemas/stock.ts';
import type { StoreAudit } from './schemas/store-audit.ts';
import type { HoldState, MediaFileState, MediaUse } from './values.ts';

/** Active holds of a product that expired before `cutoff`, the longest expired first. */
export const expiredHoldsOf = (productId: string, cutoff: string, limit: number): Query<StockHold> =>
  from(StockHolds)
    .where('productId', '==', productId)
    .where('state', '==', 'active')
    .where('expiresAt', '<=', cutoff)
    .orderBy('expiresAt')
    .limit(limit);

/** Active holds of any product that expired before `cutoff`, the longest expired first. The sweep reads them. */
export const expiredHolds = (cutoff: string, limit: number): Query<StockHold> =>
  from(StockHolds).where('state', '==', 'active').where('expiresAt', '<=', cutoff).orderBy('expiresAt').limit(limit);

/** A product's holds in one state, in no particular order. */
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

/** The address book of a user, in no particular order. */
export const addressesOf = (userId: string, limit: number) =>
  from(UserAddresses).where('userId', '==', userId).limit(limit);

/** The delivery options of a vendor in their order. */
export const deliveriesOf = (vendorId: string, limit: number) =>
  from(VendorDeliveries).where('vendorId', '==', vendorId).orderBy('position').limit(limit);

/** The stored responses to a user. Each may repeat personal data of an order. */
export const storedResponsesOf = (userId: string, limit: number) =>
  from(IdempotencyRows).where('userId', '==', userId).limit(limit);

/** All holds an order ever had: one per product. */
export const holdsOfOrder = (orderId: string, limit: number): Query<StockHold> =>
  from(StockHolds).where('orderId', '==', orderId).limit(limit);

export const movementsOf = (productId: string, limit: number, after?: Cursor): Query<StockMovement> =>
  from(StockMovements).where('productId', '==', productId).orderBy('at').limit(limit).after(after);

export type OrderFilter = {
  readonly userId?: string;
  readonly vendorId?: string;
  readonly status?: OrderStatus;
  /** Orders whose money is back and that nobody has shipped or canceled. */
  readonly isRefundedOpen?: boolean;
  /** Orders from this instant on, and before the other. */
  readonly from?: string;
  readonly before?: string;
};

/**
 * Orders, newest first, for the shopper's own list and the admin list. The indexes of the filters share the same sort
 * order.
 */
export function ordersNewestFirst(
  { userId, vendorId, status, isRefundedOpen, from: since, before }: OrderFilter,
  limit: number,
  after?: Cursor,
): Query<Order> {
  let query = from(Orders);
  if (userId) query = query.where('userId', '==', userId);
  if (vendorId) query = query.where('vendorIds', 'has', vendorId);
  if (status) query = query.where('status', '==', status);
  if (isRefundedOpen) query = query.where('payState', '==', 'refunded').where('status', 'in', ['paid', 'processing']);
  if (since) query = query.where('createdAt', '>=', since);
  if (before) query = query.where('createdAt', '<', before);
  return query.orderBy('createdAt', 'desc').limit(limit).after(after);
}

/** A user's orders that were paid and not canceled, newest first. Some may be refunded. */
export const boughtOrders = (userId: string, limit: number): Query<Order> =>
  from(Orders)
    .where('userId', '==', userId)
    .where('status', 'in', ['paid', 'processing', 'shipped', 'completed'])
    .orderBy('createdAt', 'desc')
    .limit(limit);

/** Unpaid orders whose hold expired before `cutoff`, the longest waiting first. */
export const ordersToExpire = (cutoff: string, limit: number, after?: Cursor): Query<Order> =>
  from(Orders)
    .where('status', '==', 'new')
    .where('holdExpiresAt', '<=', cutoff)
    .orderBy('holdExpiresAt')
    .limit(limit)
    .after(after);

/** Paid orders whose document has no number yet, in the order in which they were paid. */
export const ordersToNumber = (limit: number, after?: Cursor): Query<Order> =>
  from(Orders).where('documentNumber', '==', null).where('paidAt', '>', '').orderBy('paidAt').limit(limit).after(after);

/** Orders that have had a status since before `cutoff`, the longest first. */
export const ordersSince = (status: OrderStatus, cutoff: string, limit: number, after?: Cursor): Query<Order> =>
  from(Orders)
    .where('status', '==', status)
    .where('statusAt', '<=', cutoff)
    .orderBy('statusAt')
    .limit(limit)
    .after(after);

/** Orders of which time changes a part by then, the longest due first. */
export const ordersWithPartsDue = (at: string, limit: number, after?: Cursor): Query<Order> =>
  from(Orders).where('nextPartDueAt', '<=', at).orderBy('nextPartDueAt').limit(limit).after(after);

/** A vendor's paid orders, the newest payment first. `keys` are keys of its parts. */
export const ordersWithParts = (keys: readonly string[], limit: number, after?: Cursor): Query<Order> =>
  from(Orders).where('partKeys', 'hasAny', keys).orderBy('paidAt', 'desc').limit(limit).after(after);

/** The orders among them that were paid since then. For a count. */
export const ordersWithPartsSince = (keys: readonly string[], since: string): Query<Order> =>
  from(Orders).where('partKeys', 'hasAny', keys).where('paidAt', '>=', since).orderBy('paidAt', 'desc');

/** The history of an order, oldest first. */
export const eventsOf = (orderId: string, limit: number, after?: Cursor): Query<OrderEvent> =>
  from(OrderEvents).where('orderId', '==', orderId).orderBy('rev').limit(limit).after(after);

/** The mails about an order: at most one per kind to its buyer, and one to each seller. */
export const mailsOfOrder = (orderId: string, limit: number): Query<OrderMail> =>
  from(OrderMails).where('orderId', '==', orderId).limit(limit);

/** The holds that count in a product's `held`. For a sum. */
export const unitsHeld = (productId: string, states: readonly HoldState[]): Query<StockHold> =>
  from(StockHolds).where('productId', '==', productId).where('state', 'in', states);

/** Products whose stock is split, by their first shard. */
export const shardedProducts = (limit: number, after?: Cursor): Query<StockShard> =>
  from(StockShards).where('n', '==', 1).limit(limit).after(after);

/** Shards by their last change, newest first. Together with the levels, availability is updated from this list. */
export const shardsChangedLast = (limit: number, after?: Cursor): Query<StockShard> =>
  from(StockShards).orderBy('updatedAt', 'desc').limit(limit).after(after);

/** Every move that explains a product's `onHand`. For a sum. */
export const unitsMoved = (productId: string): Query<StockMovement> =>
  from(StockMovements).where('productId', '==', productId);

/** Every product's stock and every order, in the order of their ids, for the auditor. */
export const everyLevel = (limit: number, after?: Cursor): Query<StockLevel> =>
  from(StockLevels).limit(limit).after(after);
export const everyOrder = (limit: number, after?: Cursor): Query<Order> => from(Orders).limit(limit).after(after);

/** Rows changed within a time span. The audit checks them again. */
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
export const movementsMade = ({ from: since, to }: TimeSpan, limit: number, after?: Cursor): Query<StockMovement> =>
  from(StockMovements).where('at', '>=', since).where('at', '<=', to).limit(limit).after(after);
export const ordersChanged = ({ from: since, to }: TimeSpan, limit: number, after?: Cursor): Query<Order> =>
  from(Orders).where('updatedAt', '>=', since).where('updatedAt', '<=', to).limit(limit).after(after);
export const eventsMade = ({ from: since, to }: TimeSpan, limit: number, after?: Cursor): Query<OrderEvent> =>
  from(OrderEvents).where('at', '>=', since).where('at', '<=', to).limit(limit).after(after);

/** Audits, newest first. */
export const auditsNewestFirst = (limit: number): Query<StoreAudit> =>
  from(StoreAudits).orderBy('startedAt', 'desc').limit(limit);

/** Finished audits, newest first. */
export const auditsFinishedLast = (limit: number): Query<StoreAudit> =>
  from(StoreAudits).where('finishedAt', '>', '').orderBy('finishedAt', 'desc').limit(limit);

/** The files of a vendor, or of no vendor, with the same uploaded bytes. */
export const mediaWithBytes = (vendorId: string | null, sha256: string, limit: number): Query<MediaFile> =>
  from(MediaFiles).where('vendorId', '==', vendorId).where('sha256', '==', sha256).limit(limit);

/** Files of a state that have expired, the longest expired first. */
export const mediaDue = (state: MediaFileState, at: string, limit: number): Query<MediaFile> =>
  from(MediaFiles).where('state', '==', state).where('expiresAt', '<=', at).orderBy('expiresAt').limit(limit);

/** The files that a person has uploaded for one purpose, apart from removed ones. */
export const mediaOfPerson = (uploadedBy: string, use: MediaUse, limit: number): Query<MediaFile> =>
  from(MediaFiles)
    .where('uploadedBy', '==', uploadedBy)
    .where('use', '==', use)
    .where('state', 'in', ['staged', 'used'])
    .limit(limit);
