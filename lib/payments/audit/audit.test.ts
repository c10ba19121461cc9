import { beforeAll, describe, expect, it } from 'vitest';
import { applyPaymentResult } from '#lib/payments/attempts/apply-result.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import { payMembershipByCredit, topUpDue } from '#lib/payments/wallet/account-dues.ts';
import { saidOf } from '#tests/support/attempts.ts';
import {
  anotherShopper,
  cancelOrder,
  payingShopper,
  placeOrder,
  startAccountCard,
  startCard,
} from '#tests/support/paying.ts';
import { readMoney } from '#tests/support/world.ts';
import { auditMoney, type MoneyWorld } from './audit.ts';

/**
 * Builds a world with three orders: one paid by credit in another currency, one refunded to a card, one paid too
 * late. It also has two top-ups, one of which went back, and a membership.
 */
async function busyWorld(): Promise<MoneyWorld> {
  const ctx = await payingShopper({ units: { mug: 5, lamp: 1 }, vars: { PAYMENT_MEMBERSHIP_PRICE_MINOR: '20000' } });
  await payByCredit(ctx, (await placeOrder(ctx, { mug: 1 }, 'EUR')).id);

  const refunded = await startCard(ctx, (await placeOrder(ctx, { mug: 1 })).id);
  await applyPaymentResult(ctx, refunded.orderReference, saidOf(refunded, 'Approved'));
  await applyPaymentResult(ctx, refunded.orderReference, saidOf(refunded, 'Refunded'));

  const canceled = await placeOrder(ctx, { lamp: 1 });
  const late = await startCard(ctx, canceled.id);
  await cancelOrder(ctx, canceled.id);
  await placeOrder(await anotherShopper(ctx), { lamp: 1 });
  await applyPaymentResult(ctx, late.orderReference, saidOf(late, 'Approved', { source: 'check' }));

  const kept = await startAccountCard(ctx, await topUpDue(ctx, 5_000));
  await applyPaymentResult(ctx, kept.orderReference, saidOf(kept, 'Approved'));
  const back = await startAccountCard(ctx, await topUpDue(ctx, 6_000));
  await applyPaymentResult(ctx, back.orderReference, saidOf(back, 'Approved'));
  await applyPaymentResult(ctx, back.orderReference, saidOf(back, 'Refunded'));
  await payMembershipByCredit(ctx);
  return readMoney(ctx.data);
}

/** A copy of the world that a test may break. */
type Broken = { [K in keyof MoneyWorld]: { id: string; data: MoneyWorld[K][number]['data'] }[] };

/** Returns the first matching document. */
function one<T>(rows: readonly { readonly data: T }[], fits: (data: T) => boolean = () => true): T {
  const row = rows.find(({ data }) => fits(data));
  if (!row) throw new Error('nothing fits');
  return row.data;
}

describe('auditMoney', () => {
  let world: MoneyWorld;
  beforeAll(async () => {
    world = await busyWorld();
  });
  const findings = (breakIt: (copy: Broken) => void) => {
    const copy = structuredClone(world) as Broken;
    breakIt(copy);
    return auditMoney(copy);
  };
  const broken = (breakIt: (copy: Broken) => void) => [...new Set(findings(breakIt).map(({ invariant }) => invariant))];

  it('returns no findings for correct books', () => {
    expect(auditMoney(world)).toEqual([]);
    expect(world.entries.map(({ data }) => data.kind).sort()).toEqual([
      'capture',
      'capture',
      'excess',
      'membership',
      'refund',
      'refund',
      'topup',
      'topup',
      'topup',
      'topup',
    ]);
  });

  it.each<[string, string, (copy: Broken) => void]>([
    ['SI4', 'a paid order without a capture', (w) => drop(w.entries, ({ kind }) => kind === 'capture')],
    ['SI4', 'a capture of an unpaid order', (w) => set(w.orders, isPaid, { paidAt: null })],
    ['SI4', 'a capture of a missing order', (w) => drop(w.orders, isPaid)],
    ['SI4', 'an entry that does not balance', (w) => set(w.postings, onGateway, { amountMinor: 1 })],
    ['SI4', 'postings without an entry', (w) => drop(w.entries, ({ kind }) => kind === 'excess')],
    [
      'SI4',
      'an entry under another entry’s id',
      (w) => set(w.entries, ({ kind }) => kind === 'topup', { subjectId: 'x' }),
    ],
    ['SI25', 'a total whose shares do not add up', (w) => set(w.settlements, all, { netMinor: 1 })],
    ['SI6', 'a sale settled twice', (w) => void w.settlements.push({ id: 'set_x', data: one(w.settlements) })],
    ['SI6', 'a sale that is not settled', (w) => drop(w.settlements, ({ state }) => state === 'accrued')],
    ['SI6', 'a settlement of a missing order', (w) => set(w.settlements, all, { orderId: 'ord_x' })],
    ['SI6', 'a settlement that differs from the order’s copy', (w) => set(w.settlements, isAccrued, { state: 'paid' })],
    ['SI6', 'a sale that is not marked as settled', (w) => set(w.orders, isPaid, { settledAt: null })],
    ['SI6', 'a refund without a journal entry', (w) => drop(w.entries, ({ kind }) => kind === 'refund')],
    [
      'SI6',
      'a refund that does not reverse the settlement',
      (w) => set(w.settlements, isReversed, { state: 'accrued' }),
    ],
    ['SI6', 'a refund without postings', (w) => drop(w.postings, isOf(idOf(w.entries, 'refund')))],
    ['SI6', 'a refund without a capture', (w) => drop(w.entries, ({ kind }) => kind === 'capture')],
    ['SI9', 'an order paid by two attempts', (w) => void w.attempts.push({ id: 'x', data: one(w.attempts, isPlain) })],
    [
      'SI9',
      'an excess payment counted as the order’s payment',
      (w) => set(w.attempts, ({ excess }) => excess, { excess: false }),
    ],
    ['SI9', 'a refund that is not marked as done', (w) => set(w.attempts, isRefunded, { refundState: 'none' })],
    ['SI9', 'a paid attempt without paidAt', (w) => set(w.attempts, isPlain, { paidAt: null })],
    ['SI9', 'an order with a wrong payState', (w) => set(w.orders, isPaid, { payState: 'pending' })],
    ['SI14', 'a balance that differs from the journal', (w) => set(w.accounts, all, { balanceMinor: 1 })],
    ['SI14', 'credit in the journal without an account', (w) => drop(w.accounts, all)],
    ['SI14', 'a credit debit without a payment by credit', (w) => set(w.attempts, isPlain, { processor: 'manual' })],
    ['SI4', 'a top-up without a journal entry', (w) => drop(w.entries, isBookedFor(isTopUp, w))],
    ['SI4', 'a membership without an attempt', (w) => drop(w.attempts, isMembership)],
    ['SI4', 'a top-up without an attempt', (w) => drop(w.attempts, isTopUp)],
    ['SI6', 'a refunded top-up without a refund entry', (w) => set(w.attempts, isKept, backed)],
    ['SI14', 'a top-up of another amount', (w) => set(w.attempts, isKept, { amountMinor: 1 })],
    ['SI14', 'a membership of another amount', (w) => set(w.attempts, isMembership, { amountMinor: 1 })],
    ['SI14', 'a debit of another amount', (w) => set(w.attempts, isPlain, { amountMinor: 1 })],
  ])('reports %s for %s', (invariant, _, breakIt) => {
    expect(broken(breakIt)).toContain(invariant);
  });

  it('reports a balance below 0', () => {
    const whys = findings((w) => set(w.accounts, all, { balanceMinor: -5 })).map(({ why }) => why);

    expect(whys).toContain('has -5');
  });
});

type Rows<T> = { id: string; data: T }[];
const all = () => true;
const isPaid = ({ paidAt }: { paidAt: string | null }) => paidAt !== null;
const isPlain = (row: { status: string; excess: boolean; orderId: string | null }) =>
  row.status === 'paid' && !row.excess && row.orderId !== null;
const isRefunded = ({ status }: { status: string }) => status === 'refunded';
const isAccrued = ({ state }: { state: string }) => state === 'accrued';
const isReversed = ({ state }: { state: string }) => state === 'reversed';
type Attempt = Broken['attempts'][number]['data'];
const isTopUp = ({ purpose }: Attempt) => purpose === 'wallet_topup';
const isMembership = ({ purpose }: Attempt) => purpose === 'membership_upgrade';
const isKept = (row: Attempt) => isTopUp(row) && row.status === 'paid';
const backed = { status: 'refunded', refundState: 'done' } as const;
const isBookedFor = (fits: (row: Attempt) => boolean, { attempts }: Broken) => {
  const { orderReference } = one(attempts, fits);
  return ({ kind, subjectId }: { kind: string; subjectId: string }) => kind === 'topup' && subjectId === orderReference;
};
const onGateway = ({ account }: { account: string }) => account === 'gateway:cardgw';
const isOf = (id: string) => (posting: { entryId: string }) => posting.entryId === id;
const idOf = (entries: Broken['entries'], kind: string) => entries.find(({ data }) => data.kind === kind)?.id ?? '';

/** Changes the first matching document. */
const set = <T extends object>(rows: Rows<T>, fits: (data: T) => boolean, patch: Partial<T>): void =>
  void Object.assign(one(rows, fits), patch);

/** Removes every matching document from its collection. */
function drop<T>(rows: Rows<T>, fits: (data: T) => boolean): void {
  one(rows, fits);
  rows.splice(0, rows.length, ...rows.filter(({ data }) => !fits(data)));
}
