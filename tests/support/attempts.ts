import { amountText } from '#lib/core/money.ts';
import type { CallbackRow } from '#lib/payments/schemas/callback.ts';
import type { Evidence, LedgerRow } from '#lib/payments/schemas/ledger.ts';
import type { PartRefund } from '#lib/payments/schemas/part-refund.ts';

const at = '2026-01-01T00:00:00.000Z';

/** Returns a new attempt to pay by card, with the fields of the patch replaced. */
export const testAttempt = (patch: Partial<LedgerRow> = {}): LedgerRow => ({
  orderReference: 'P000000000-1',
  n: 1,
  purpose: 'store_order',
  processor: 'cardgw',
  userId: 'usr_1',
  orderId: null,
  vendorIds: [],
  amountMinor: 10_000,
  currency: 'UAH',
  status: 'created',
  refundState: 'none',
  excess: false,
  failure: null,
  returnUrl: null,
  locale: 'en',
  paymentUrl: null,
  requestedAt: at,
  expiresAt: null,
  closedAt: null,
  claimedAt: null,
  nextCheckAt: null,
  checks: 0,
  settleAskedAt: null,
  lookedAt: null,
  refunding: null,
  partsBack: null,
  evidence: [],
  signed: null,
  fx: null,
  processor_payload: {},
  paidAt: null,
  refundedAt: null,
  version: 0,
  createdAt: at,
  updatedAt: at,
  ...patch,
});

/** Returns what a processor reports about an attempt, with the attempt's exact amount: `saidOf(row, 'Approved')`. */
export const saidOf = (
  row: Pick<LedgerRow, 'amountMinor' | 'currency' | 'signed'>,
  status: string,
  patch: Partial<Evidence> = {},
): Evidence => ({
  source: 'webhook',
  status,
  amountText: amountText(row.amountMinor, row.currency),
  currency: row.currency,
  merchantAccount: row.signed?.merchantAccount ?? null,
  reasonCode: null,
  inboxId: null,
  payload: {},
  ...patch,
});

/** Returns a callback about an order that is not ours, with the fields of the patch replaced. */
export const testCallback = (patch: Partial<CallbackRow> = {}): CallbackRow => ({
  orderReference: 'SOMEBODY-1',
  merchantAccount: 'scripted_merchant',
  evidence: saidOf({ amountMinor: 10_000, currency: 'UAH', signed: null }, 'Approved'),
  raw: '{"orderReference":"SOMEBODY-1","transactionStatus":"Approved"}',
  state: 'orphan',
  tries: 0,
  dupCount: 0,
  receivedAt: at,
  updatedAt: at,
  ...patch,
});

/** Returns the refund of a part that is owed, with the fields of the patch replaced. */
export const testPartRefund = (patch: Partial<PartRefund> = {}): PartRefund => ({
  orderId: 'ord_1',
  vendorId: 'vnd_1',
  orderReference: 'P000000000-1',
  amountMinor: 10_000,
  currency: 'UAH',
  state: 'owed',
  way: null,
  balanceMinor: null,
  reference: null,
  tries: 0,
  failedBecause: null,
  askedAt: null,
  nextCheckAt: null,
  settledBy: null,
  createdAt: at,
  updatedAt: at,
  ...patch,
});
