import { parseAmount } from '#lib/core/money.ts';
import { evidenceKindOf } from '#lib/payments/attempts/attempt-states.ts';
import type { MoneyWorld } from '#lib/payments/audit/audit.ts';
import { type Finding, findingsOf } from '#lib/payments/audit/findings.ts';
import type { CardGateway } from '#lib/payments/ports.ts';
import type { LedgerRow } from '#lib/payments/schemas/ledger.ts';
import type { Payment } from '#services/card-gateway/demo/payment.ts';

type Held = Pick<Payment, 'orderReference' | 'status' | 'amount' | 'currency'>;
type Books = Pick<MoneyWorld, 'attempts' | 'postings'>;

const rowsOf = ({ attempts }: Books) => new Map(attempts.map(({ id, data }) => [id, data]));

/**
 * Checks SI13: the payments at the gateway agree with our books. `inDoubt` names the payments about which the gateway
 * has lied: only for these may an attempt wait for a person.
 */
export function auditGateway(
  payments: readonly Held[],
  books: Books,
  inDoubt: ReadonlySet<string> = new Set(),
): Finding[] {
  const rows = rowsOf(books);
  return [
    ...payments.flatMap(({ orderReference, status }) => {
      const row = rows.get(orderReference);
      return findingsOf('SI13', orderReference, [
        row ? disagreement(status, row, inDoubt.has(orderReference)) : 'is at the gateway and not in the ledger',
      ]);
    }),
    ...auditHeld(payments, books, rows),
  ];
}

function disagreement(told: string, row: LedgerRow, isInDoubt: boolean): string | false {
  const says = evidenceKindOf(told);
  const mayWait = isInDoubt && row.status === 'suspicious';
  if (says === 'approved' && row.status !== 'paid' && !mayWait) return `is ${row.status}, the gateway has the money`;
  if (says === 'returned' && row.status === 'paid') return 'is paid, the gateway gave the money back';
  const isWithout = says !== 'approved' && says !== 'returned' && says !== 'refund_in_progress';
  return isWithout && row.paidAt !== null && `is ${row.status}, but the gateway reports ${told}`;
}

/** Checks SI13: at the end, the gateway holds no money that buys nothing. */
export function auditExcess(payments: readonly Held[], books: Books): Finding[] {
  const rows = rowsOf(books);
  return payments.flatMap(({ orderReference, status }) =>
    findingsOf('SI13', orderReference, [
      rows.get(orderReference)?.excess === true &&
        evidenceKindOf(status) === 'approved' &&
        'is money in excess, and the gateway still has it',
    ]),
  );
}

/**
 * Checks the balance of the gateway's account in each currency: the amounts of paid attempts, less the gateway's fees.
 */
function auditHeld(payments: readonly Held[], { postings }: Books, rows: ReadonlyMap<string, LedgerRow>) {
  const held = new Map<string, number>();
  const add = (currency: string, minor: number) => held.set(currency, (held.get(currency) ?? 0) + minor);
  for (const { orderReference, amount, currency } of payments)
    if (rows.get(orderReference)?.status === 'paid') add(currency, parseAmount(amount, currency) ?? 0);
  for (const { currency, processor_payload } of rows.values()) add(currency, -Number(processor_payload.feeMinor ?? 0));
  for (const { data } of postings) if (data.account === 'gateway:cardgw') add(data.currency, -data.amountMinor);
  return [...held].flatMap(([currency, off]) =>
    findingsOf('SI13', 'gateway:cardgw', [off !== 0 && `the gateway holds ${off} ${currency} more than the books say`]),
  );
}

/** Checks SI12: a callback that we accepted has its effect in the store. */
export const auditAccepts = (
  payments: readonly (Held & Pick<Payment, 'news'>)[],
  books: Books,
  { readCallback }: Pick<CardGateway, 'readCallback'>,
): Finding[] => {
  const rows = rowsOf(books);
  return payments.flatMap(({ orderReference, amount, currency, news }) => {
    const told = news
      .filter(({ state }) => state === 'accepted')
      .map(({ body }) => readCallback(Buffer.from(body)))
      .flatMap((said) => ('evidence' in said ? [said.evidence] : []));
    const isTold = told.some(
      (said) =>
        evidenceKindOf(said.status) === 'approved' &&
        said.currency === currency &&
        parseAmount(said.amountText, currency) === parseAmount(amount, currency),
    );
    const row = rows.get(orderReference);
    return findingsOf('SI12', orderReference, [
      isTold && !(row && knowsOfMoney(row)) && `was accepted as paid and is ${row?.status}`,
    ]);
  });
};

/** True when the attempt was paid once, waits for a person, or waits for the gateway's own report. */
const knowsOfMoney = ({ status, paidAt, claimedAt }: LedgerRow): boolean =>
  paidAt !== null || claimedAt !== null || status === 'suspicious' || status === 'voided';
