import { orderStatuses } from '#lib/context/ports/values.ts';

export const productStatuses = ['draft', 'published', 'hidden', 'blocked', 'archived'] as const;

/** Why the public catalog does not show a product. `files`: it is digital and has none. `price`: a currency has no rate. */
export const unlistedCauses = ['draft', 'hidden', 'blocked', 'archived', 'vendor', 'files', 'price'] as const;
export type UnlistedCause = (typeof unlistedCauses)[number];

export const fulfilments = ['physical', 'digital'] as const;
export type Fulfilment = (typeof fulfilments)[number];
/** The fulfilment of an order line. `custom` is the subject of a payment request, delivered as its seller says. */
export const lineFulfilments = [...fulfilments, 'custom'] as const;

export const vendorStatuses = ['applied', 'approved', 'rejected', 'suspended'] as const;
export type VendorStatus = (typeof vendorStatuses)[number];
/** What a new shop needs before it sells, in the order in which its seller does it. */
export const firstSteps = ['profile', 'delivery', 'product', 'payout'] as const;
export type FirstStep = (typeof firstSteps)[number];
/** What suspended a vendor. `purge`: its owner was deleted. */
export const suspenders = ['admin', 'moderation', 'purge'] as const;
export type Suspender = (typeof suspenders)[number];

/** `unknown`: the server may have accepted the mail, so no program sends it again. */
export const vendorMailStates = ['queued', 'sending', 'sent', 'failed', 'unknown', 'skipped'] as const;

export const sortKeys = ['relevance', 'newest', 'price_asc', 'price_desc', 'rating', 'popular', 'name'] as const;
export type SortKey = (typeof sortKeys)[number];

export const holdStates = ['active', 'bound', 'sold', 'compacted', 'released'] as const;
export type HoldState = (typeof holdStates)[number];
/** Holds whose units count in `held`. */
export const heldStates = ['active', 'bound', 'sold'] as const satisfies readonly HoldState[];

/** `transfer` is between shards of one product: its movements add up to 0. */
export const movementKinds = ['initial', 'restock', 'correction', 'return', 'compact', 'transfer'] as const;
export type MovementKind = (typeof movementKinds)[number];

export const backNotices = ['waiting', 'promised'] as const;

export const stockStates = ['none', 'bound', 'sold', 'returned'] as const;
export type StockState = (typeof stockStates)[number];

/** The kinds of rows that the audit recomputes, in the order of its walk. */
export const auditKinds = [
  'products',
  'orders',
  'attempts',
  'entries',
  'snapshots',
  'payouts',
  'accounts',
  'reviews',
  'ratings',
] as const;
export type AuditKind = (typeof auditKinds)[number];

/** The collections whose changed rows the audit checks, in its order. */
export const auditSources = [
  'levels',
  'shards',
  'orders',
  'holds',
  'moves',
  'events',
  'attempts',
  'settlements',
  'entries',
  'snapshots',
  'payouts',
  'accounts',
  'reviews',
] as const;
export type AuditSource = (typeof auditSources)[number];

/** `known`: the findings of the previous audit. `walk`: its part of all rows. */
export const auditSteps = ['known', ...auditSources, 'walk', 'lateness'] as const;
export type AuditStep = (typeof auditSteps)[number];

/** `pending` until the vendor starts. Digital goods are `delivered` with the payment. */
export const partStates = ['pending', 'processing', 'shipped', 'delivered', 'refused'] as const;
export type PartState = (typeof partStates)[number];
export const refusalCodes = ['out_of_stock', 'cannot_deliver', 'price_error', 'buyer_request', 'other'] as const;
export type RefusalCode = (typeof refusalCodes)[number];
export const cancelRequestStates = ['open', 'accepted', 'declined'] as const;

export const partEventKinds = ['part_started', 'part_shipped', 'part_delivered', 'part_refused'] as const;
const orderSteps = ['created', 'payment_started', 'payment_failed', 'paid', 'status', 'canceled'] as const;
export const orderEventKinds = [
  ...orderSteps,
  'stock_sold',
  'stock_returned',
  ...partEventKinds,
  'part_refund',
  'settled',
  'refund',
  'mail',
  'note',
] as const;
export type OrderEventKind = (typeof orderEventKinds)[number];

/** Steps of a part that are told by a notification alone: to its vendor, or to the buyer. */
export const partNoticeKinds = [
  'changed_for_vendor',
  'cancel_requested',
  'cancel_reminder',
  'cancel_declined',
  'part_refunded',
] as const;
/** Mails to the buyer about one part of an order of several sellers. */
export const partMailKinds = ['part_shipped', 'part_refused'] as const;
export type PartMailKind = (typeof partMailKinds)[number];
/**
 * Mails about an order: to its buyer, and to each of its sellers. Each is sent once in the life of an order, or of its
 * part.
 */
export const orderMailKinds = [
  'placed',
  'paid',
  'shipped',
  ...partMailKinds,
  'completed',
  'canceled',
  'refunded',
  'vendor_new_order',
] as const;
export type OrderMailKind = (typeof orderMailKinds)[number];
export type BuyerMailKind = Exclude<OrderMailKind, 'vendor_new_order'>;

/**
 * The state of a mail. `queued`: certainly not accepted yet. `unknown`: the server may have accepted it, so no
 * program sends it again. `skipped`: there was no mail server or no address.
 */
export const orderMailStates = ['queued', 'sending', 'sent', 'failed', 'unknown', 'skipped'] as const;
export type OrderMailState = (typeof orderMailStates)[number];

/** Set by a page that was visited with `?ref=CODE`. Read when an order is placed. */
export const REFERRAL_COOKIE = 'platform_ref';

export const rewardStates = ['pending', 'granted', 'void'] as const;
export type RewardState = (typeof rewardStates)[number];
/** Why a reward is void. `nothing`: the rate is 0, or no commission is left. */
export const voidReasons = ['not_first', 'nothing', 'canceled', 'refunded', 'no_referrer'] as const;
export type VoidReason = (typeof voidReasons)[number];

export const deliveryMethods = ['arrange', 'courier', 'branch'] as const;
/**
 * The delivery methods of an order. `none` leaves the delivery to the seller of a payment request. A checkout offers
 * the others.
 */
export const orderDeliveryMethods = [...deliveryMethods, 'pickup', 'none'] as const;
export type DeliveryMethod = (typeof orderDeliveryMethods)[number];
/** The methods of a vendor's delivery options. */
export const optionMethods = [
  'courier',
  'branch',
  'pickup',
] as const satisfies readonly (typeof orderDeliveryMethods)[number][];
export type OptionMethod = (typeof optionMethods)[number];
/** The country that a checkout assumes until its buyer names another. */
export const FIRST_COUNTRY = 'UA';
export const chargeKinds = ['shipping', 'tax', 'discount'] as const;
/**
 * Name and duration in milliseconds of a lease. The process that holds the lease indexes availability, compacts sold stock
 * and numbers documents.
 */
export const SHOP_WORKER = 'shop-worker';
export const SHOP_WORKER_LEASE_MS = 60_000;

/** The number of shards of a hot product's stock. */
export const STOCK_SHARDS = 8;

/** Steps of an order that its buyer sees; the others are the shop's own bookkeeping. */
export const shownOrderEvents = [
  ...orderSteps,
  ...partEventKinds,
  'part_refund',
  'refund',
] as const satisfies readonly OrderEventKind[];
export type ShownOrderEvent = (typeof shownOrderEvents)[number];

/** Why an order was canceled, as a closed word on the order and a sentence for its buyer. */
export const cancelReasons = ['insufficient_stock', 'buyer', 'expired', 'admin', 'refused'] as const;
export type CancelReason = (typeof cancelReasons)[number];

/** Orders that were refunded and are neither shipped nor canceled: a person has to close them. */
export const REFUNDED_OPEN = 'refunded_open';
/** What the list of all orders can be filtered by. */
export const orderListFilters = [...orderStatuses, REFUNDED_OPEN] as const;
export type OrderListFilter = (typeof orderListFilters)[number];

/** What a picture was uploaded for. */
export const mediaUses = ['product', 'logo', 'review'] as const;
export type MediaUse = (typeof mediaUses)[number];
/** `staged`: nothing refers to the file. `deleted`: its bytes are not stored yet, or wait to be removed. */
export const mediaFileStates = ['staged', 'used', 'deleted'] as const;
export type MediaFileState = (typeof mediaFileStates)[number];
/** The longest sides in which a picture is stored. A picture is never enlarged. */
export const pictureSides = [192, 384, 640, 1080, 1920] as const;
