import type { Row } from '#lib/data/store.ts';
import { isLive } from '#lib/payments/attempts/pay-state.ts';
import { userCredit } from '#lib/payments/books/accounts.ts';
import { entryIdOf, sumsOf } from '#lib/payments/books/journal.ts';
import type { BookedOrder } from '#lib/payments/ports.ts';
import type { CreditAccount, JournalEntry, JournalPosting, Payout, Settlement } from '#lib/payments/schemas/journal.ts';
import type { LedgerRow } from '#lib/payments/schemas/ledger.ts';
import type { PartRefund } from '#lib/payments/schemas/part-refund.ts';
import type { EntryKind } from '#lib/payments/values.ts';
import { auditAccountPayment, entryKindOf } from './account.ts';
import { type Finding, findingsOf } from './findings.ts';
import { auditSale } from './sale.ts';
import { auditPayout, auditPayouts } from './settlement.ts';

type Rows<T> = readonly Pick<Row<T>, 'id' | 'data'>[];

/** Every collection that records money. */
export type MoneyWorld<O extends BookedOrder = BookedOrder> = {
  readonly orders: Rows<O>;
  readonly attempts: Rows<LedgerRow>;
  readonly entries: Rows<JournalEntry>;
  readonly postings: Rows<JournalPosting>;
  readonly settlements: Rows<Settlement>;
  readonly payouts: Rows<Payout>;
  readonly accounts: Rows<CreditAccount>;
  readonly partRefunds: Rows<PartRefund>;
};

/**
 * Recomputes every money rule from the rows alone. Reports and never repairs. Returns an empty list when all rules
 * hold.
 */
export function auditMoney(world: MoneyWorld): Finding[] {
  const postings = Map.groupBy(world.postings, ({ data }) => data.entryId);
  const attempts = Map.groupBy(world.attempts, ({ data }) => data.orderId ?? '');
  const settlements = Map.groupBy(world.settlements, ({ data }) => data.orderId);
  const partRefunds = Map.groupBy(world.partRefunds, ({ data }) => data.orderId);
  const entries = new Map(world.entries.map((entry) => [entry.id, entry.data]));
  const settlementOf = new Map(world.settlements.map(({ id, data }) => [id, data]));
  const postingsOf = (entryId: string) => (postings.get(entryId) ?? []).map(({ data }) => data);
  const bookedOf = (kind: EntryKind, subjectId: string) => {
    const entryId = entryIdOf(kind, subjectId);
    return entries.has(entryId) ? postingsOf(entryId) : null;
  };

  return [
    ...world.entries.flatMap(({ id, data }) => auditEntry(id, data, postingsOf(id))),
    ...[...postings.keys()].flatMap((id) => findingsOf('SI4', id, [!entries.has(id) && 'has postings but no entry'])),
    ...world.orders.flatMap(({ id, data }) =>
      auditSale({
        id,
        order: data,
        attempts: (attempts.get(id) ?? []).map((attempt) => attempt.data),
        settlements: settlements.get(id) ?? [],
        capture: bookedOf('capture', id),
        refund: bookedOf('refund', id),
        releaseOf: (settlementId) => bookedOf('release', settlementId),
        partRefunds: (partRefunds.get(id) ?? []).map((one) => ({
          ...one,
          booked: bookedOf('part_refund', one.id),
          paid: bookedOf('part_refund_paid', one.id),
        })),
      }),
    ),
    ...world.attempts.flatMap(({ data }) => [
      ...auditAttempt(data, (entryId) => entries.has(entryId)),
      ...auditFee(data, bookedOf('fee', data.orderReference)),
    ]),
    ...world.attempts.flatMap(({ data: row }) => {
      const kind = entryKindOf[row.purpose];
      if (kind === null) return [];
      return auditAccountPayment({
        row,
        booked: bookedOf(kind, row.orderReference),
        returned: bookedOf('refund', row.orderReference),
      });
    }),
    ...world.payouts.flatMap(({ id, data }) =>
      auditPayout(id, data, {
        postings: bookedOf('payout', id),
        settlementOf: (settlementId) => settlementOf.get(settlementId),
      }),
    ),
    ...auditPayouts(world.payouts),
    ...auditOrphans(world),
    ...auditCredit(world),
  ];
}

/** SI4: an entry has the id of its kind and subject, and balances in each currency. */
export function auditEntry(
  id: string,
  { kind, subjectId }: JournalEntry,
  postings: readonly JournalPosting[],
): Finding[] {
  const sums = [...sumsOf(postings)];
  return findingsOf('SI4', id, [
    ...sums.map(([currency, sum]) => sum !== 0 && `${kind} of ${subjectId} is off by ${sum} ${currency}`),
    id !== entryIdOf(kind, subjectId) && `${kind} of ${subjectId} has the id of another entry`,
  ]);
}

/**
 * SI9: the money of an attempt counts once; money in excess is booked apart and goes back once. SI13: an attempt that
 * is open, claimed or being refunded is checked, and money in excess is on its way back.
 */
export function auditAttempt(row: LedgerRow, isBooked: (entryId: string) => boolean): Finding[] {
  const { orderReference, status, excess, paidAt } = row;
  const has = (kind: 'excess' | 'excess_refund') => isBooked(entryIdOf(kind, orderReference));
  const tookMoney = status === 'paid' || status === 'refunded';
  const isOpen = isLive(row) || row.claimedAt !== null || row.refundState === 'pending';
  // Money in excess that the gateway refused to return is no discrepancy: the attention list already shows it.
  const isKept = excess && status === 'paid' && row.refundState === 'none';
  const left = findingsOf('SI13', orderReference, [
    row.processor === 'cardgw' && isOpen && row.nextCheckAt === null && `is ${status}, but no check is scheduled`,
    isKept && 'is money in excess, but no refund is scheduled',
  ]);
  const booked = findingsOf('SI9', orderReference, [
    (paidAt !== null) !== tookMoney && `is ${status} with paidAt ${paidAt}`,
    has('excess') !== excess && `is ${excess ? '' : 'not '}in excess, but its journal entry differs`,
    has('excess_refund') !== (excess && status === 'refunded') && `is ${status}, but its return entry differs`,
    (status === 'refunded') !== (row.refundState === 'done') && `is ${status} with refund ${row.refundState}`,
  ]);
  return [...left, ...booked];
}

/** SI4: the fee of a payment is booked as its row says, and only for money that the gateway took. */
export function auditFee(
  { orderReference, processor, paidAt, processor_payload }: LedgerRow,
  fee: readonly JournalPosting[] | null,
): Finding[] {
  const feeMinor = processor === 'cardgw' ? processor_payload.feeMinor : undefined;
  const booked = fee?.find(({ account }) => account === 'platform:fees')?.amountMinor;
  return findingsOf('SI4', orderReference, [
    booked !== feeMinor && `has a fee of ${feeMinor}, but ${booked} is booked`,
    fee !== null && paidAt === null && 'has a fee but was never paid',
  ]);
}

export type EntrySubject = 'orders' | 'attempts' | 'settlements' | 'payouts' | 'partRefunds';

/** The collections that an entry of each kind may refer to. A grant of credit refers to no stored row. */
export const entrySubjects: Readonly<Record<EntryKind, readonly EntrySubject[]>> = {
  capture: ['orders'],
  refund: ['orders', 'attempts'],
  topup: ['attempts'],
  membership: ['attempts'],
  excess: ['attempts'],
  excess_refund: ['attempts'],
  fee: ['attempts'],
  release: ['settlements'],
  payout: ['payouts'],
  referral: ['orders'],
  part_refund: ['partRefunds'],
  part_refund_paid: ['partRefunds'],
};

/** SI4, SI6: no entry and no settlement refers to a missing row. */
function auditOrphans(world: MoneyWorld): Finding[] {
  const idsOf = (rows: Rows<unknown>) => new Set(rows.map(({ id }) => id));
  const { entries, settlements } = world;
  const isOrder = idsOf(world.orders);
  const there = {
    orders: isOrder,
    attempts: idsOf(world.attempts),
    settlements: idsOf(settlements),
    payouts: idsOf(world.payouts),
    partRefunds: idsOf(world.partRefunds),
  };
  return [
    ...entries.flatMap(({ data: { kind, subjectId } }) => {
      const among = entrySubjects[kind];
      const isKnown = (kind === 'topup' && isGrant(subjectId)) || among.some((place) => there[place].has(subjectId));
      return findingsOf('SI4', subjectId, [!isKnown && `has a ${kind} but is not among the ${among.join(' or ')}`]);
    }),
    ...settlements.flatMap(({ id, data: { orderId } }) =>
      findingsOf('SI6', id, [!isOrder.has(orderId) && `settles ${orderId}, which is not an order`]),
    ),
  ];
}

/** Credit from outside the gateway is booked by person and reason. No order reference has that form. */
const isGrant = (subjectId: string): boolean => subjectId.includes(':');

/** SI14: a balance equals what the journal owes its owner and is never below 0. */
function auditCredit({ accounts, postings }: MoneyWorld): Finding[] {
  const owed = new Map<string, number>();
  for (const { data } of postings) {
    const key = `${data.account} ${data.currency}`;
    if (data.account.startsWith('user_credit:')) owed.set(key, (owed.get(key) ?? 0) - data.amountMinor);
  }
  const known = new Set(accounts.map(({ id, data }) => `${userCredit(id)} ${data.currency}`));
  return [
    ...accounts.flatMap(({ id, data: { balanceMinor, currency } }) => {
      const booked = owed.get(`${userCredit(id)} ${currency}`) ?? 0;
      return findingsOf('SI14', id, [
        balanceMinor !== booked && `has ${balanceMinor}, but the journal owes ${booked}`,
        balanceMinor < 0 && `has ${balanceMinor}`,
      ]);
    }),
    ...[...owed.keys()].flatMap((key) => findingsOf('SI14', key, [!known.has(key) && 'is booked but has no account'])),
  ];
}
