import { type Cursor, from } from '#lib/data/query.ts';
import {
  CreditAccounts,
  Inbox,
  JournalEntries,
  JournalPostings,
  PaymentTransactions,
  Settlements,
} from './collections.ts';

/** Every attempt to pay for an order, in the order they were made. */
export const attemptsOfOrder = (orderId: string, limit: number) =>
  from(PaymentTransactions).where('orderId', '==', orderId).orderBy('n').limit(limit);

/** What is owed to each vendor of an order. */
export const settlementsOfOrder = (orderId: string, limit: number) =>
  from(Settlements).where('orderId', '==', orderId).limit(limit);

/** The postings of one entry. */
export const postingsOfEntry = (entryId: string, limit: number) =>
  from(JournalPostings).where('entryId', '==', entryId).limit(limit);

/** All postings of an account in one currency; for sums, which need no limit. */
export const postingsOfAccount = (account: string, currency: string) =>
  from(JournalPostings).where('account', '==', account).where('currency', '==', currency);

/** Callbacks whose effect is still owed since before `cutoff`, the oldest first. */
export const callbacksOwed = (cutoff: string, limit: number) =>
  from(Inbox).where('state', '==', 'received').where('receivedAt', '<=', cutoff).orderBy('receivedAt').limit(limit);

/** All there are, by id: what the audit walks through. */
export const everyAttempt = (limit: number, after?: Cursor) => from(PaymentTransactions).limit(limit).after(after);
export const everyEntry = (limit: number, after?: Cursor) => from(JournalEntries).limit(limit).after(after);
export const everyAccount = (limit: number, after?: Cursor) => from(CreditAccounts).limit(limit).after(after);
