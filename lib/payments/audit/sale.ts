import { payStateOf } from '#lib/payments/attempts/pay-state.ts';
import { type Account, userCredit, vendorPending } from '#lib/payments/books/accounts.ts';
import { givenBy } from '#lib/payments/books/money-in.ts';
import { settlementIdOf } from '#lib/payments/books/settlements.ts';
import type { VendorSettlement } from '#lib/payments/ports.ts';
import type { JournalPosting, Settlement } from '#lib/payments/schemas/journal.ts';
import { type Finding, findingsOf } from './findings.ts';
import { auditPartRefunds } from './part-refunds.ts';
import type { PartRefundOnRecord, SaleOnRecord } from './sale-on-record.ts';
import { auditSettlement } from './settlement.ts';

/** Recomputes the money rules for one order: SI4, SI6, SI9, SI25 and SI26, and the debits of SI14. */
export const auditSale = (sale: SaleOnRecord): Finding[] => [
  ...auditPayment(sale),
  ...auditShares(sale),
  ...auditRefund(sale),
  ...sale.settlements.flatMap(({ id, data }) =>
    auditSettlement(id, data, {
      release: sale.releaseOf(id),
      refund: sale.refund ?? partOf(sale, data)?.booked ?? null,
    }),
  ),
  ...auditPartRefunds(sale),
  ...auditDebit(sale),
];

/** Returns the attempts whose money pays for the order. There should be one. */
const payingAttempts = ({ attempts }: SaleOnRecord) =>
  attempts.filter(({ paidAt, excess }) => paidAt !== null && !excess);

/** SI4: an order is paid exactly when it is captured. SI9: one attempt paid, however often statements were repeated. */
function auditPayment(sale: SaleOnRecord): Finding[] {
  const { id, order, attempts, capture } = sale;
  const paying = payingAttempts(sale).length;
  const numbers = new Set(attempts.map(({ n }) => n));
  const derived = payStateOf(attempts);
  return [
    ...findingsOf('SI4', id, [
      (order.paidAt === null) !== (capture === null) && `is paid at ${order.paidAt}, but its capture differs`,
    ]),
    ...findingsOf('SI9', id, [
      paying !== (order.paidAt === null ? 0 : 1) && `is paid at ${order.paidAt} by ${paying} attempts`,
      numbers.size !== attempts.length && 'has two attempts with the same number',
      order.payState !== derived && `shows ${order.payState}, but its attempts add up to ${derived}`,
    ]),
  ];
}

/** SI25: the captured amount is shared to the last unit. SI6: each vendor has one settlement. */
function auditShares({ id, order, settlements, capture }: SaleOnRecord): Finding[] {
  const on = (account: Account) => -sumOn(capture ?? [], account);
  const net = sum(settlements.map(({ data }) => data.netMinor));
  const shared = net + on('platform:commission') + on('tax');
  const captured = capture === null ? 0 : order.totalMinor;
  const shown = new Map(order.vendorSettlements.map((part) => [part.settlementId, part]));
  return [
    ...findingsOf('SI25', id, [shared !== captured && `captured ${captured}, but shared ${shared}`]),
    ...findingsOf('SI6', id, [
      (order.settledAt !== null) !== (capture !== null) && `is settled at ${order.settledAt}, but its capture differs`,
      settlements.length !== (capture === null ? 0 : new Set(order.lines.map(({ vendorId }) => vendorId)).size) &&
        `has ${settlements.length} settlements`,
      shown.size !== settlements.length && `shows ${shown.size} of ${settlements.length} settlements`,
    ]),
    ...settlements.flatMap(({ id: settlementId, data }) =>
      findingsOf('SI6', settlementId, [
        settlementId !== settlementIdOf(id, data.vendorId) && `stands in for ${data.vendorId}`,
        data.netMinor + data.commissionMinor !== data.grossMinor && 'does not add up',
        data.netMinor !== on(vendorPending(data.vendorId)) && 'is not what was booked for the vendor',
        !isShown(data, shown.get(settlementId)) && 'is not what the order shows',
      ]),
    ),
  ];
}

const isShown = (settlement: Settlement, shown: VendorSettlement | undefined): boolean =>
  shown?.vendorId === settlement.vendorId &&
  shown.grossMinor === settlement.grossMinor &&
  shown.netMinor === settlement.netMinor &&
  shown.state === settlement.state;

/** SI6: a refund mirrors the capture to the last unit and reverses each settlement. */
function auditRefund(sale: SaleOnRecord): Finding[] {
  const { id, settlements, capture, refund } = sale;
  const isRefunded = payingAttempts(sale).some(({ status }) => status === 'refunded');
  const left = new Map<string, number>();
  for (const { account, amountMinor, currency } of refund ? [...(capture ?? []), ...refund] : []) {
    const key = `${pendingFor(account)} ${currency}`;
    left.set(key, (left.get(key) ?? 0) + amountMinor);
  }
  const kept = [...left].filter(([, amount]) => amount !== 0).map(([key]) => key);
  const reversed = settlements.filter(({ data }) => data.state === 'reversed').length;
  return findingsOf('SI6', id, [
    refund !== null && capture === null && 'is refunded but was never captured',
    (refund !== null) !== (isRefunded && sale.partRefunds.length === 0) &&
      `has ${refund ? 'a' : 'no'} refund, but its attempts differ`,
    kept.length > 0 && `is refunded but leaves a balance on ${kept.join(', ')}`,
    reversed !== (refund === null ? sale.partRefunds.length : settlements.length) &&
      `has ${reversed} reversed settlements`,
  ]);
}

const partOf = ({ partRefunds }: SaleOnRecord, { vendorId }: Settlement): PartRefundOnRecord | undefined =>
  partRefunds.find(({ data }) => data.vendorId === vendorId);

/** Money released to a vendor is taken back from the payable account. */
const pendingFor = (account: string): string => account.replace(/^(vendor:[^:]+):payable$/, '$1:pending');

/** SI14: credit is debited exactly where an attempt by credit paid, at its price then. */
function auditDebit(sale: SaleOnRecord): Finding[] {
  const debited = (sale.capture ?? []).filter(({ account }) => account.startsWith('user_credit:'));
  const byCredit = payingAttempts(sale).filter(({ processor }) => processor === 'credit');
  const expected = byCredit.map((row) => ({ account: userCredit(row.userId), ...givenBy(row) }));
  const text = (sides: readonly { account: string; amountMinor: number; currency: string }[]) =>
    sides.map(({ account, amountMinor, currency }) => `${account} ${amountMinor} ${currency}`).join(', ') || 'nothing';
  return findingsOf('SI14', sale.id, [
    text(debited) !== text(expected) && `debits ${text(debited)}, but its attempts ${text(expected)}`,
  ]);
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
const sumOn = (postings: readonly JournalPosting[], account: Account): number =>
  sum(postings.filter((posting) => posting.account === account).map(({ amountMinor }) => amountMinor));
