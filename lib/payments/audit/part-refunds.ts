import { partRefundIdOf } from '#lib/payments/refunds/part-refund-topic.ts';
import type { JournalPosting } from '#lib/payments/schemas/journal.ts';
import type { PartRefund } from '#lib/payments/schemas/part-refund.ts';
import { type Finding, findingsOf } from './findings.ts';
import type { PartRefundOnRecord, SaleOnRecord } from './sale-on-record.ts';

/**
 * SI25: what was captured is what vendors, commission and tax keep and what went back part by part, and the money on its
 * way is on its own account. SI26: a part is refunded once, and its order shows how.
 */
export function auditPartRefunds(sale: SaleOnRecord): Finding[] {
  const { id, order, capture, settlements, partRefunds, refund } = sale;
  const back = sum(partRefunds.map(({ data }) => data.amountMinor));
  const isAll = settlements.length > 0 && partRefunds.length === settlements.length;
  const returned = new Set(partRefunds.map(({ data }) => data.vendorId));
  const kept = sum(settlements.map(({ data }) => (returned.has(data.vendorId) ? 0 : data.grossMinor)));
  const gross = sum(settlements.map(({ data }) => data.grossMinor));
  const captured = capture === null ? 0 : order.totalMinor;
  const rest = isAll ? 0 : captured - gross;
  const attempt = sale.attempts.find(({ paidAt, excess }) => paidAt !== null && !excess);
  const expected = partRefunds.length === 0 ? null : { amountMinor: back, isAll };
  return [
    ...findingsOf('SI25', id, [
      kept + back + rest !== captured && `captured ${captured}, but keeps ${kept + rest} and returns ${back}`,
      JSON.stringify(attempt?.partsBack ?? null) !== JSON.stringify(expected) &&
        `returns ${back}, but its attempt says ${JSON.stringify(attempt?.partsBack ?? null)}`,
    ]),
    ...findingsOf('SI26', id, [
      partRefunds.length > 0 && refund !== null && 'is refunded as a whole and in parts',
      (order.parts ?? []).some((part) => textOf(part.refund) !== textOf(refundFor(partRefunds, part.vendorId))) &&
        'shows refunds of parts that differ from their rows',
      (order.parts ?? []).some(({ state, refund: shown }) => state === 'refused' && shown === null) &&
        'has a refused part without a refund',
    ]),
    ...partRefunds.flatMap((one) => auditOne(id, one)),
  ];
}

function auditOne(orderId: string, { id, data, booked, paid }: PartRefundOnRecord): Finding[] {
  const clearing = (postings: readonly JournalPosting[] | null) =>
    sum((postings ?? []).flatMap(({ account, amountMinor }) => (account === 'refund_clearing' ? [amountMinor] : [])));
  const credited = sum(
    (paid ?? []).flatMap(({ account, amountMinor }) => (account.startsWith('user_credit:') ? [-amountMinor] : [])),
  );
  return [
    ...findingsOf('SI26', id, [id !== partRefundIdOf(orderId, data.vendorId) && `stands in for ${data.vendorId}`]),
    ...findingsOf('SI25', id, [
      clearing(booked) !== -data.amountMinor && `took ${-clearing(booked)}, but returns ${data.amountMinor}`,
      (paid !== null) !== (data.state === 'done') && `is ${data.state}, but its journal entry differs`,
      paid !== null && clearing(paid) !== data.amountMinor && `gave back ${clearing(paid)} of ${data.amountMinor}`,
      (data.balanceMinor ?? 0) !== credited && `put ${credited} on the balance, but says ${data.balanceMinor}`,
    ]),
  ];
}

type Shown = Pick<PartRefund, 'state' | 'amountMinor' | 'way'> | null;

const refundFor = (refunds: readonly PartRefundOnRecord[], vendorId: string): Shown =>
  refunds.find(({ data }) => data.vendorId === vendorId)?.data ?? null;
const textOf = (shown: Shown): string => (shown === null ? '' : `${shown.state} ${shown.amountMinor} ${shown.way}`);
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
