import { collection } from '#lib/data/collection.ts';
import { alertMail } from './schemas/alert.ts';
import { callbackRow } from './schemas/callback.ts';
import { balanceSnapshot, creditAccount, journalEntry, journalPosting, payout, settlement } from './schemas/journal.ts';
import { ledgerRow } from './schemas/ledger.ts';
import { partRefund } from './schemas/part-refund.ts';
import { gatewayStatement } from './schemas/statement.ts';

/** The ledger: one row per attempt. The id is the order reference. */
export const PaymentTransactions = collection('payment_transactions', {
  label: 'Payment',
  schema: ledgerRow,
  indexes: [
    ['userId', 'purpose', 'createdAt desc'],
    ['userId', 'createdAt desc'],
    ['orderId', 'n'],
    ['nextCheckAt'],
    ['status', 'nextCheckAt'],
    ['status', 'createdAt desc'],
    // The filters of the console. A filter that is not set is queried with all its values.
    ['createdAt desc'],
    ['purpose', 'processor', 'createdAt desc'],
    ['purpose', 'processor', 'status', 'createdAt desc'],
    ['refundState', 'createdAt desc'],
    // The revenue of a day, summed without reading a row.
    ['purpose', 'excess', 'currency', 'paidAt', 'amountMinor'],
    ['purpose', 'excess', 'currency', 'refundedAt', 'amountMinor'],
    ['updatedAt'],
  ],
  version: 1,
});

export const JournalEntries = collection('journal_entries', {
  label: 'Journal entry',
  schema: journalEntry,
  indexes: [['at'], ['kind', 'at']],
});

export const JournalPostings = collection('journal_postings', {
  label: 'Posting',
  schema: journalPosting,
  indexes: [
    ['account'],
    ['account', 'at'],
    ['account', 'at desc'],
    ['account', 'currency', 'at'],
    ['account', 'currency', 'at', 'amountMinor'],
    ['entryId'],
  ],
});

/** The refunds of single parts. The id is a hash of order and vendor, so that no part is refunded twice. */
export const PartRefunds = collection('part_refunds', {
  label: 'Refund of a part',
  schema: partRefund,
  indexes: [['state', 'nextCheckAt'], ['state', 'createdAt desc'], ['orderId']],
});

/** Month-end balances. With them, reading a balance costs the postings of two months, not of all years. */
export const BalanceSnapshots = collection('journal_snapshots', {
  label: 'Month-end balance',
  schema: balanceSnapshot,
  indexes: [['account', 'currency', 'until desc'], ['createdAt']],
});

export const Settlements = collection('settlements', {
  label: 'Settlement',
  schema: settlement,
  indexes: [
    ['orderId'],
    ['vendorId', 'createdAt desc'],
    ['vendorId', 'state', 'createdAt desc'],
    ['state'],
    ['vendorId', 'currency', 'overpaid'],
    ['vendorId', 'state', 'currency', 'grossMinor'],
    ['vendorId', 'state', 'currency', 'commissionMinor'],
    ['vendorId', 'state', 'currency', 'netMinor'],
    ['updatedAt'],
  ],
});

/** Transfers to vendors that were made at the bank. */
export const Payouts = collection('payouts', {
  label: 'Payout',
  schema: payout,
  indexes: [['vendorId', 'createdAt desc'], ['createdAt desc']],
});

/** The comparison of a day's gateway statement with the books. The id is the day. */
export const GatewayStatements = collection('gateway_statements', {
  label: 'Gateway statement',
  schema: gatewayStatement,
  indexes: [['comparedAt desc']],
});

export const CreditAccounts = collection('credit_accounts', {
  label: 'Credit account',
  schema: creditAccount,
  indexes: [['updatedAt']],
});

/**
 * Every signed callback. The id is a hash of its signed values. Rows are kept forever, so that each is applied once.
 */
export const Callbacks = collection('inbox', {
  label: 'Callback',
  schema: callbackRow,
  indexes: [
    ['state', 'receivedAt'],
    ['state', 'receivedAt desc'],
    ['orderReference', 'receivedAt'],
  ],
});

/** The mails of alerts, from the moment they are enqueued. The id is a hash of kind, subject and receiver. */
export const AlertMails = collection('alert_mails', {
  label: 'Mail of an alert',
  schema: alertMail,
  indexes: [],
});
