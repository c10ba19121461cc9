import type { Row } from '#lib/data/store.ts';
import type { Order } from '#lib/store/schemas/order.ts';
import { userCredit } from './accounts.ts';
import { auditSale } from './audit-sale.ts';
import { type Finding, findingsOf } from './findings.ts';
import { entryIdOf, sumsOf } from './journal.ts';
import type { CreditAccount, JournalEntry, JournalPosting, Settlement } from './schemas/journal.ts';
import type { LedgerRow } from './schemas/ledger.ts';

type Rows<T> = readonly Pick<Row<T>, 'id' | 'data'>[];

/** Everything that money has left a trace in. */
export type MoneyWorld = {
  readonly orders: Rows<Order>;
  readonly attempts: Rows<LedgerRow>;
  readonly entries: Rows<JournalEntry>;
  readonly postings: Rows<JournalPosting>;
  readonly settlements: Rows<Settlement>;
  readonly accounts: Rows<CreditAccount>;
};

/** Recomputes every rule of money from the rows alone. It reports and never repairs; right is an empty list. */
export function auditMoney(world: MoneyWorld): Finding[] {
  const postings = Map.groupBy(world.postings, ({ data }) => data.entryId);
  const attempts = Map.groupBy(world.attempts, ({ data }) => data.orderId ?? '');
  const settlements = Map.groupBy(world.settlements, ({ data }) => data.orderId);
  const entries = new Map(world.entries.map((entry) => [entry.id, entry.data]));
  const postingsOf = (entryId: string) => (postings.get(entryId) ?? []).map(({ data }) => data);

  return [
    ...world.entries.flatMap(({ id, data }) => auditEntry(id, data, postingsOf(id))),
    ...[...postings.keys()].flatMap((id) => findingsOf('SI4', id, [!entries.has(id) && 'has postings and no entry'])),
    ...world.orders.flatMap(({ id, data }) =>
      auditSale({
        id,
        order: data,
        attempts: (attempts.get(id) ?? []).map((attempt) => attempt.data),
        settlements: settlements.get(id) ?? [],
        capture: entries.has(entryIdOf('capture', id)) ? postingsOf(entryIdOf('capture', id)) : null,
        refund: entries.has(entryIdOf('refund', id)) ? postingsOf(entryIdOf('refund', id)) : null,
      }),
    ),
    ...world.attempts.flatMap(({ data }) => auditAttempt(data, (entryId) => entries.has(entryId))),
    ...auditOrphans(world),
    ...auditCredit(world),
  ];
}

/** SI4: an entry is where its kind and subject put it, and balances in each currency. */
export function auditEntry(
  id: string,
  { kind, subjectId }: JournalEntry,
  postings: readonly JournalPosting[],
): Finding[] {
  const sums = [...sumsOf(postings)];
  return findingsOf('SI4', id, [
    ...sums.map(([currency, sum]) => sum !== 0 && `${kind} of ${subjectId} is off by ${sum} ${currency}`),
    id !== entryIdOf(kind, subjectId) && `${kind} of ${subjectId} has the id of another`,
  ]);
}

/** SI9: money of an attempt counts once, and money in excess is booked apart and goes back once. */
export function auditAttempt(row: LedgerRow, isBooked: (entryId: string) => boolean): Finding[] {
  const { orderReference, status, excess, paidAt } = row;
  const has = (kind: 'excess' | 'excess_refund') => isBooked(entryIdOf(kind, orderReference));
  const tookMoney = status === 'paid' || status === 'refunded';
  return findingsOf('SI9', orderReference, [
    (paidAt !== null) !== tookMoney && `is ${status} with paidAt ${paidAt}`,
    has('excess') !== excess && `is ${excess ? '' : 'not '}in excess, its entry says otherwise`,
    has('excess_refund') !== (excess && status === 'refunded') && `is ${status}, its return says otherwise`,
    (status === 'refunded') !== (row.refundState === 'done') && `is ${status} with refund ${row.refundState}`,
  ]);
}

/** SI4, SI6: nothing was booked or owed for an order that is not there. */
function auditOrphans({ orders, entries, settlements }: MoneyWorld): Finding[] {
  const known = new Set(orders.map(({ id }) => id));
  const booked = entries.filter(({ data }) => data.kind === 'capture' || data.kind === 'refund');
  return [
    ...booked.flatMap(({ data: { kind, subjectId } }) =>
      findingsOf('SI4', subjectId, [!known.has(subjectId) && `has a ${kind} and is no order`]),
    ),
    ...settlements.flatMap(({ id, data: { orderId } }) =>
      findingsOf('SI6', id, [!known.has(orderId) && `settles ${orderId}, which is no order`]),
    ),
  ];
}

/** SI14: a balance is what the journal owes its owner and never below 0. */
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
        balanceMinor !== booked && `has ${balanceMinor}, the journal owes ${booked}`,
        balanceMinor < 0 && `has ${balanceMinor}`,
      ]);
    }),
    ...[...owed.keys()].flatMap((key) => findingsOf('SI14', key, [!known.has(key) && 'is booked and has no account'])),
  ];
}
