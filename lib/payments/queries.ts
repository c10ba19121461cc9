import type { TimeSpan } from '#lib/core/time.ts';
import { type Cursor, from } from '#lib/data/query.ts';
import {
  BalanceSnapshots,
  Callbacks,
  CreditAccounts,
  GatewayStatements,
  JournalEntries,
  JournalPostings,
  PartRefunds,
  PaymentTransactions,
  Payouts,
  Settlements,
} from './collections.ts';
import {
  type AttemptStatus,
  type InboxState,
  type PartRefundState,
  type Processor,
  type Purpose,
  processors,
  purposes,
  type RefundState,
  type SettlementState,
} from './values.ts';

/** Every attempt to pay for an order, in the order of creation. */
export const attemptsOfOrder = (orderId: string, limit: number) =>
  from(PaymentTransactions).where('orderId', '==', orderId).orderBy('n').limit(limit);

/** Attempts to check with the gateway by now, the longest due first. Finished attempts have no such time. */
export const attemptsDue = (at: string, limit: number) =>
  from(PaymentTransactions).where('nextCheckAt', '<=', at).orderBy('nextCheckAt').limit(limit);

/** One user's attempts for any purpose, newest first. */
export const latestAttemptsOfUser = (userId: string, limit: number) =>
  from(PaymentTransactions).where('userId', '==', userId).orderBy('createdAt', 'desc').limit(limit);

/** One user's attempts for some purposes, newest first. For several purposes it sorts the attempts of that user. */
export const attemptsOfUser = (userId: string, purposes: readonly Purpose[], limit: number, after?: Cursor) =>
  from(PaymentTransactions)
    .where('userId', '==', userId)
    .where('purpose', 'in', purposes)
    .orderBy('createdAt', 'desc')
    .limit(limit)
    .after(after);

/** Attempts of one status that began in a time span. */
export const attemptsBegunBetween = (
  status: AttemptStatus,
  { from: begin, to }: { readonly from: string; readonly to: string },
  limit: number,
  after?: Cursor,
) =>
  from(PaymentTransactions)
    .where('status', '==', status)
    .where('createdAt', '>=', begin)
    .where('createdAt', '<=', to)
    .orderBy('createdAt', 'desc')
    .limit(limit)
    .after(after);

/** Settlements that have not been released to their vendors. */
export const settlementsAccrued = (limit: number, after?: Cursor) =>
  from(Settlements).where('state', '==', 'accrued').limit(limit).after(after);

/** Settlements of a vendor in a currency that were paid out and then reversed, and are not yet deducted from a payout. */
export const settlementsOverpaid = (vendorId: string, currency: string, limit: number) =>
  from(Settlements)
    .where('vendorId', '==', vendorId)
    .where('currency', '==', currency)
    .where('overpaid', '==', true)
    .limit(limit);

/** The comparisons of gateway statements with the books, newest first. */
export const statementsNewestFirst = (limit: number) =>
  from(GatewayStatements).orderBy('comparedAt', 'desc').limit(limit);

/** A user's attempts to pay for one purpose, newest first. */
export const newestAttempts = (userId: string, purpose: Purpose, limit: number) =>
  from(PaymentTransactions)
    .where('userId', '==', userId)
    .where('purpose', '==', purpose)
    .orderBy('createdAt', 'desc')
    .limit(limit);

/** The settlements of an order. */
export const settlementsOfOrder = (orderId: string, limit: number) =>
  from(Settlements).where('orderId', '==', orderId).limit(limit);

/** The postings of one entry. */
export const postingsOfEntry = (entryId: string, limit: number) =>
  from(JournalPostings).where('entryId', '==', entryId).limit(limit);

/** The postings of an account in one currency since a time. For sums, which need no limit. */
export const postingsSince = (account: string, currency: string, since: string) =>
  from(JournalPostings).where('account', '==', account).where('currency', '==', currency).where('at', '>=', since);

/** The first posting of the next account by name. It walks through all accounts, one by one. */
export const postingAfter = (account: string) =>
  from(JournalPostings).where('account', '>', account).orderBy('account').limit(1);

/** The latest month-end balance of an account. With `until`, the latest before that time. */
export function latestSnapshot(account: string, currency: string, until?: string) {
  const all = from(BalanceSnapshots).where('account', '==', account).where('currency', '==', currency);
  return (until === undefined ? all : all.where('until', '<', until)).orderBy('until', 'desc').limit(1);
}

/** Callbacks whose effect is still owed since before `cutoff`, oldest first. */
export const callbacksOwed = (cutoff: string, limit: number) =>
  from(Callbacks).where('state', '==', 'received').where('receivedAt', '<=', cutoff).orderBy('receivedAt').limit(limit);

/** The callbacks in a state, oldest first. */
export const oldestCallbacks = (state: InboxState, limit: number) =>
  from(Callbacks).where('state', '==', state).orderBy('receivedAt').limit(limit);

/** The postings of an account, newest first. */
export const newestPostings = (account: string, limit: number, after?: Cursor) =>
  from(JournalPostings).where('account', '==', account).orderBy('at', 'desc').limit(limit).after(after);

/** All rows by id, for the audit. */
export const everyAttempt = (limit: number, after?: Cursor) => from(PaymentTransactions).limit(limit).after(after);
export const everyEntry = (limit: number, after?: Cursor) => from(JournalEntries).limit(limit).after(after);
export const everySnapshot = (limit: number, after?: Cursor) => from(BalanceSnapshots).limit(limit).after(after);
export const everyPayout = (limit: number, after?: Cursor) => from(Payouts).limit(limit).after(after);
export const everyAccount = (limit: number, after?: Cursor) => from(CreditAccounts).limit(limit).after(after);

/** Rows changed or written within a time span. The audit checks them again. */
export const attemptsChanged = ({ from: since, to }: TimeSpan, limit: number, after?: Cursor) =>
  from(PaymentTransactions).where('updatedAt', '>=', since).where('updatedAt', '<=', to).limit(limit).after(after);
export const settlementsChanged = ({ from: since, to }: TimeSpan, limit: number, after?: Cursor) =>
  from(Settlements).where('updatedAt', '>=', since).where('updatedAt', '<=', to).limit(limit).after(after);
export const accountsChanged = ({ from: since, to }: TimeSpan, limit: number, after?: Cursor) =>
  from(CreditAccounts).where('updatedAt', '>=', since).where('updatedAt', '<=', to).limit(limit).after(after);
export const entriesMade = ({ from: since, to }: TimeSpan, limit: number, after?: Cursor) =>
  from(JournalEntries).where('at', '>=', since).where('at', '<=', to).limit(limit).after(after);
export const snapshotsMade = ({ from: since, to }: TimeSpan, limit: number, after?: Cursor) =>
  from(BalanceSnapshots).where('createdAt', '>=', since).where('createdAt', '<=', to).limit(limit).after(after);
export const payoutsMade = ({ from: since, to }: TimeSpan, limit: number, after?: Cursor) =>
  from(Payouts)
    .where('createdAt', '>=', since)
    .where('createdAt', '<=', to)
    .orderBy('createdAt', 'desc')
    .limit(limit)
    .after(after);

export type LedgerFilter = {
  readonly purpose?: Purpose | undefined;
  readonly processor?: Processor | undefined;
  readonly status?: AttemptStatus | undefined;
};

/**
 * Attempts, newest first. If only one of purpose and processor is set, the other is queried with all its values. Each
 * pair then walks along one index, so hidden rows do not slow a page down.
 */
export function ledgerNewestFirst({ purpose, processor, status }: LedgerFilter, limit: number, after?: Cursor) {
  let query = from(PaymentTransactions);
  if (purpose !== undefined || processor !== undefined)
    query = query
      .where('purpose', 'in', purpose === undefined ? purposes : [purpose])
      .where('processor', 'in', processor === undefined ? processors : [processor]);
  if (status !== undefined) query = query.where('status', '==', status);
  return query.orderBy('createdAt', 'desc').limit(limit).after(after);
}

/** Attempts by refund state, newest first. */
export const attemptsWithRefund = (state: RefundState, limit: number, after?: Cursor) =>
  from(PaymentTransactions).where('refundState', '==', state).orderBy('createdAt', 'desc').limit(limit).after(after);

/** Refunds of parts that the gateway has to be asked about by now, the longest due first. */
export const partRefundsDue = (at: string, limit: number) =>
  from(PartRefunds).where('state', '==', 'pending').where('nextCheckAt', '<=', at).orderBy('nextCheckAt').limit(limit);

/** Refunds of parts in a state, newest first. */
export const partRefundsInState = (state: PartRefundState, limit: number, after?: Cursor) =>
  from(PartRefunds).where('state', '==', state).orderBy('createdAt', 'desc').limit(limit).after(after);

/** The refunds of the parts of an order. */
export const partRefundsOfOrder = (orderId: string, limit: number) =>
  from(PartRefunds).where('orderId', '==', orderId).limit(limit);

/** Callbacks in a state, newest first. */
export const callbacksInState = (state: InboxState, limit: number, after?: Cursor) =>
  from(Callbacks).where('state', '==', state).orderBy('receivedAt', 'desc').limit(limit).after(after);

/** The callbacks about one attempt, in the order of arrival. */
export const callbacksOfAttempt = (orderReference: string, limit: number) =>
  from(Callbacks).where('orderReference', '==', orderReference).orderBy('receivedAt').limit(limit);

/** A vendor's settlements, newest first. */
export function settlementsOfVendor(
  { vendorId, state }: { readonly vendorId: string; readonly state?: SettlementState | undefined },
  limit: number,
  after?: Cursor,
) {
  const all = from(Settlements).where('vendorId', '==', vendorId);
  const query = state === undefined ? all : all.where('state', '==', state);
  return query.orderBy('createdAt', 'desc').limit(limit).after(after);
}

/** A vendor's settlements of one state and currency. For sums, which need no limit. */
export const settlementsSummed = (vendorId: string, state: SettlementState, currency: string) =>
  from(Settlements).where('vendorId', '==', vendorId).where('state', '==', state).where('currency', '==', currency);

/** Payouts to a vendor, newest first. */
export const payoutsOfVendor = (vendorId: string, limit: number) =>
  from(Payouts).where('vendorId', '==', vendorId).orderBy('createdAt', 'desc').limit(limit);
