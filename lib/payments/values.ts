export const purposes = ['store_order', 'wallet_topup', 'membership_upgrade'] as const;
export type Purpose = (typeof purposes)[number];

export const processors = ['cardgw', 'credit', 'native_token', 'manual'] as const;
export type Processor = (typeof processors)[number];

/** The combined state of all attempts to pay for one payable. */
export const payStates = [
  'unpaid',
  'pending',
  'authorized',
  'paid',
  'refund_pending',
  'refunded',
  'suspicious',
] as const;
export type PayState = (typeof payStates)[number];

/** The currencies that the card gateway accepts. */
export const cardCurrencies = ['UAH', 'USD', 'EUR'] as const;

export const attemptStatuses = [
  'created',
  'pending',
  'authorized',
  'paid',
  'declined',
  'expired',
  'superseded',
  'voided',
  'suspicious',
  'refunded',
] as const;
export type AttemptStatus = (typeof attemptStatuses)[number];

export const refundStates = ['none', 'pending', 'done', 'failed'] as const;
export type RefundState = (typeof refundStates)[number];

/**
 * The states of a refund of one vendor's part. `owed`: a person returns it. `pending`: the gateway was asked or will
 * be. `failed`: the gateway refused, or its reply stayed unclear.
 */
export const partRefundStates = ['owed', 'pending', 'done', 'failed'] as const;
export type PartRefundState = (typeof partRefundStates)[number];
/**
 * Why a refund of a part failed at the gateway. `refused`: nothing was carried out, so the gateway may be asked again.
 * `unclear`: it may have been carried out.
 */
export const partRefundFailures = ['refused', 'unclear'] as const;
/** The way of a returned amount: to the credit balance, to the card, on the chain, or by a person outside the shop. */
export const partRefundWays = ['balance', 'card', 'native', 'by_hand'] as const;
export type PartRefundWay = (typeof partRefundWays)[number];

/** How far money on its way back to the payer has come. */
export const moneyBackStates = ['returning', 'returned'] as const;
export type MoneyBack = (typeof moneyBackStates)[number];

/** What a processor can say of an attempt, one name per column of the state table. */
export const evidenceKinds = [
  'in_progress',
  'waiting_auth',
  'approved',
  'declined',
  'expired',
  'returned',
  'refund_in_progress',
] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];

/** Why a payment failed, as the buyer sees it. All but `checking` may be tried again. */
export const failureCodes = [
  'declined',
  'no_funds',
  'card_data',
  'limits',
  'secure_failed',
  'canceled',
  'expired',
  'checking',
  'gateway',
] as const;
export type FailureCode = (typeof failureCodes)[number];

/** `received` until its effect is committed. `poison` after too many tries, until a person has looked. */
export const callbackStates = ['received', 'applied', 'ignored', 'orphan', 'poison'] as const;
export type InboxState = (typeof callbackStates)[number];

/** The kinds of payment items that wait for a person. */
export const attentionKinds = ['suspicious', 'refund_failed', 'part_owed', 'part_failed', 'orphan', 'poison'] as const;
export type AttentionKind = (typeof attentionKinds)[number];

export const evidenceSources = ['webhook', 'check', 'credit', 'chain', 'manual'] as const;

export const entryKinds = [
  'capture',
  'topup',
  'membership',
  'excess',
  'excess_refund',
  'refund',
  'release',
  'payout',
  'fee',
  'referral',
  'part_refund',
  'part_refund_paid',
] as const;
export type EntryKind = (typeof entryKinds)[number];

/**
 * The alerts to superadmins. `drift`: the audit found differences. `orphan`: money for an unknown reference.
 * `payment`: a payment needs a person. `poison`: a callback cannot be applied. `statement`: a gateway statement
 * differs from the books.
 */
export const alertKinds = ['drift', 'orphan', 'payment', 'poison', 'statement'] as const;

/**
 * `unknown`: the mail server may have accepted it, so it is never sent again. `skipped`: it could not be sent at all.
 */
export const alertMailStates = ['queued', 'sending', 'sent', 'failed', 'unknown', 'skipped'] as const;
export type AlertMailState = (typeof alertMailStates)[number];

/** The vendor that is the shop itself. Its whole price is commission. */
export const HOUSE_VENDOR_ID = 'vnd_platform';

export const settlementStates = ['accrued', 'payable', 'paid', 'reversed'] as const;
export type SettlementState = (typeof settlementStates)[number];
