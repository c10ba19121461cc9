import type { TimeSpan } from '#lib/core/time.ts';
import { type Cursor, from } from '#lib/data/query.ts';
import {
  BalanceSnapshots,
  CreditAccounts,
  GatewayStatements,
  Inbox,
  JournalEntries,
  JournalPostings,
  PaymentTransactions,
  Payouts,
  Settlements,
} from './collections.ts';
import {
  type AttemptStatus,
  type InboxState,
  type Processor,
  type Purpose,
  processors,
  purposes,
  type RefundState,
  type SettlementState,
} from './values.ts';

/** Every attempt to pay for an order, in the order they were made. */
export const attemptsOfOrder = (orderId: string, limit: number) =>
  from(PaymentTransactions).where('orderId', '==', orderId).orderBy('n').limit(limit);

/** Attempts the gateway is to be asked about by now, the longest due first; what is over has no such time. */
export const attemptsDue = (at: string, limit: number) =>
  from(PaymentTransactions).where('nextCheckAt', '<=', at).orderBy('nextCheckAt').limit(limit);

/** One person's attempts for some purposes, newest first. Of several purposes it sorts the attempts of that person. */
export const attemptsOfUser = (userId: string, purposes: readonly Purpose[], limit: number, after?: Cursor) =>
  from(PaymentTransactions)
    .where('userId', '==', userId)
    .where('purpose', 'in', purposes)
    .orderBy('createdAt', 'desc')
    .limit(limit)
    .after(after);

/** Attempts that have come to a status, begun in a span of time. */
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

/** What is owed to vendors and has not been released to them. */
export const settlementsAccrued = (limit: number, after?: Cursor) =>
  from(Settlements).where('state', '==', 'accrued').limit(limit).after(after);

/** What was paid out to a vendor in a currency for sales that were undone afterwards, and not kept back from a payout yet. */
export const settlementsOverpaid = (vendorId: string, currency: string, limit: number) =>
  from(Settlements)
    .where('vendorId', '==', vendorId)
    .where('currency', '==', currency)
    .where('overpaid', '==', true)
    .limit(limit);

/** How the statements of the gateway compared with the books, the latest first. */
export const statementsNewestFirst = (limit: number) =>
  from(GatewayStatements).orderBy('comparedAt', 'desc').limit(limit);

/** What a person tried to pay for one purpose, the newest first. */
export const newestAttempts = (userId: string, purpose: Purpose, limit: number) =>
  from(PaymentTransactions)
    .where('userId', '==', userId)
    .where('purpose', '==', purpose)
    .orderBy('createdAt', 'desc')
    .limit(limit);

/** What is owed to each vendor of an order. */
export const settlementsOfOrder = (orderId: string, limit: number) =>
  from(Settlements).where('orderId', '==', orderId).limit(limit);

/** The postings of one entry. */
export const postingsOfEntry = (entryId: string, limit: number) =>
  from(JournalPostings).where('entryId', '==', entryId).limit(limit);

/** The postings of an account in one currency since a time; for sums, which need no limit. */
export const postingsSince = (account: string, currency: string, since: string) =>
  from(JournalPostings).where('account', '==', account).where('currency', '==', currency).where('at', '>=', since);

/** The first posting of the next account by name: through them all, account by account. */
export const postingAfter = (account: string) =>
  from(JournalPostings).where('account', '>', account).orderBy('account').limit(1);

/** The newest balance of an account at the end of a month, of those before `until` when it is given. */
export function latestSnapshot(account: string, currency: string, until?: string) {
  const all = from(BalanceSnapshots).where('account', '==', account).where('currency', '==', currency);
  return (until === undefined ? all : all.where('until', '<', until)).orderBy('until', 'desc').limit(1);
}

/** Callbacks whose effect is still owed since before `cutoff`, the oldest first. */
export const callbacksOwed = (cutoff: string, limit: number) =>
  from(Inbox).where('state', '==', 'received').where('receivedAt', '<=', cutoff).orderBy('receivedAt').limit(limit);

/** The callbacks in a state, the oldest first. */
export const oldestCallbacks = (state: InboxState, limit: number) =>
  from(Inbox).where('state', '==', state).orderBy('receivedAt').limit(limit);

/** The postings of an account, the newest first. */
export const newestPostings = (account: string, limit: number, after?: Cursor) =>
  from(JournalPostings).where('account', '==', account).orderBy('at', 'desc').limit(limit).after(after);

/** All there are, by id: what the audit walks through. */
export const everyAttempt = (limit: number, after?: Cursor) => from(PaymentTransactions).limit(limit).after(after);
export const everyEntry = (limit: number, after?: Cursor) => from(JournalEntries).limit(limit).after(after);
export const everySnapshot = (limit: number, after?: Cursor) => from(BalanceSnapshots).limit(limit).after(after);
export const everyPayout = (limit: number, after?: Cursor) => from(Payouts).limit(limit).after(after);
export const everyAccount = (limit: number, after?: Cursor) => from(CreditAccounts).limit(limit).after(after);

/** What has changed, or was written, within a span of time: the audit looks at it again. */
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
 * Attempts, the newest first. Of purpose and processor the one that is not asked for is asked for with every value it
 * has: each pair is a walk along one index, so no page costs more for how many there are of what it does not show.
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

/** Attempts by how far their money has come on its way back, the newest first. */
export const attemptsWithRefund = (state: RefundState, limit: number, after?: Cursor) =>
  from(PaymentTransactions).where('refundState', '==', state).orderBy('createdAt', 'desc').limit(limit).after(after);

/** Callbacks in a state, the newest first. */
export const callbacksInState = (state: InboxState, limit: number, after?: Cursor) =>
  from(Inbox).where('state', '==', state).orderBy('receivedAt', 'desc').limit(limit).after(after);

/** The callbacks about one attempt, in the order they came. */
export const callbacksOfAttempt = (orderReference: string, limit: number) =>
  from(Inbox).where('orderReference', '==', orderReference).orderBy('receivedAt').limit(limit);

/** What a vendor is owed or was paid, the newest first. */
export function settlementsOfVendor(
  { vendorId, state }: { readonly vendorId: string; readonly state?: SettlementState | undefined },
  limit: number,
  after?: Cursor,
) {
  const all = from(Settlements).where('vendorId', '==', vendorId);
  const query = state === undefined ? all : all.where('state', '==', state);
  return query.orderBy('createdAt', 'desc').limit(limit).after(after);
}

/** A vendor's settlements of one state and currency; for sums, which need no limit. */
export const settlementsSummed = (vendorId: string, state: SettlementState, currency: string) =>
  from(Settlements).where('vendorId', '==', vendorId).where('state', '==', state).where('currency', '==', currency);

/** Transfers to a vendor, the newest first. */
export const payoutsOfVendor = (vendorId: string, limit: number) =>
  from(Payouts).where('vendorId', '==', vendorId).orderBy('createdAt', 'desc').limit(limit);
