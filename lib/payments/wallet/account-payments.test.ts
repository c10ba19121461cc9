import { describe, expect, it } from 'vitest';
import { AuditLog } from '#lib/audit/collections.ts';
import { Users } from '#lib/auth/collections.ts';
import { applyPaymentResult } from '#lib/payments/attempts/apply-result.ts';
import { handlerOf } from '#lib/payments/attempts/ledger.ts';
import { auditMoney } from '#lib/payments/audit/audit.ts';
import { balanceOf } from '#lib/payments/books/journal.ts';
import { creditOf } from '#lib/payments/credit/credit.ts';
import { payByCredit } from '#lib/payments/credit/start-credit.ts';
import type { LedgerRow } from '#lib/payments/schemas/ledger.ts';
import { saidOf } from '#tests/support/attempts.ts';
import { payingShopper, placeOrder, startAccountCard } from '#tests/support/paying.ts';
import { everyRow, readMoney } from '#tests/support/world.ts';
import { membershipDue, payMembershipByCredit, topUpDue } from './account-dues.ts';

const vars = { PAYMENT_MEMBERSHIP_PRICE_MINOR: '20000' };

async function openWallet({ creditMinor = 0, role = 'visitor' as const } = {}) {
  const ctx = await payingShopper({ creditMinor, vars });
  expect(ctx.user.role).toBe(role);
  return {
    ctx,
    topUp: async (amountMinor = 5_000) => startAccountCard(ctx, await topUpDue(ctx, amountMinor)),
    join: async () => startAccountCard(ctx, await membershipDue(ctx)),
    say: (row: LedgerRow, status: string) =>
      applyPaymentResult(ctx, row.orderReference, saidOf(row, status, { source: 'check' })),
    credit: async () => (await creditOf(ctx.data, ctx.user.id)).balanceMinor,
    role: async () => (await ctx.data.need(Users, ctx.user.id)).data.role,
    broken: async () => auditMoney(await readMoney(ctx.data)),
  };
}

describe('a top-up', () => {
  it('adds the credit once for concurrent approvals, with its journal entry', async () => {
    const wallet = await openWallet({ creditMinor: 700 });
    const row = await wallet.topUp();
    expect(row.orderReference).toMatch(/^W[0-9A-Z]{9}-1$/);
    expect(await wallet.credit()).toBe(700);

    await Promise.all([wallet.say(row, 'Approved'), wallet.say(row, 'Approved')]);

    expect(await wallet.credit()).toBe(5_700);
    expect(await balanceOf(wallet.ctx.data, 'gateway:cardgw', 'UAH')).toBe(5_000);
    expect(await wallet.broken()).toEqual([]);
  });

  it('keeps its stem until paid; another amount or the next top-up begins a new stem', async () => {
    const wallet = await openWallet();
    const stem = ({ orderReference }: LedgerRow) => orderReference.split('-')[0];
    const first = await wallet.topUp();
    const again = await wallet.topUp();
    const otherAmount = await wallet.topUp(6_000);
    expect([again.n, stem(again)]).toEqual([2, stem(first)]);
    expect(stem(otherAmount)).not.toBe(stem(first));

    await wallet.say(otherAmount, 'Approved');
    const next = await wallet.topUp(6_000);

    expect(next.n).toBe(1);
    expect(stem(next)).not.toBe(stem(otherAmount));
  });

  it('shares one stem per amount even when every due was read before the first attempt started', async () => {
    const { ctx } = await openWallet();
    const dues = await Promise.all([5_000, 5_000, 6_000, 6_000].map((amountMinor) => topUpDue(ctx, amountMinor)));

    const rows: LedgerRow[] = [];
    for (const due of dues) rows.push(await startAccountCard(ctx, due));

    const [stems, numbers] = [0, 1].map((part) => rows.map(({ orderReference }) => orderReference.split('-')[part]));
    expect(numbers).toEqual(['1', '2', '1', '2']);
    expect(stems).toEqual([stems?.[0], stems?.[0], stems?.[2], stems?.[2]]);
    expect(stems?.[2]).not.toBe(stems?.[0]);
  });

  it('adds the credit of two pages when both are paid', async () => {
    const wallet = await openWallet();
    const [first, second] = [await wallet.topUp(), await wallet.topUp()];

    await wallet.say(second, 'Approved');
    const late = await wallet.say(first, 'Approved');

    expect(late.row).toMatchObject({ status: 'paid', excess: false });
    expect(await wallet.credit()).toBe(10_000);
    expect(await wallet.broken()).toEqual([]);
  });

  it('removes the credit when the payment is refunded', async () => {
    const wallet = await openWallet();
    const row = await wallet.topUp();
    await wallet.say(row, 'Approved');

    const back = await wallet.say(row, 'Refunded');

    expect(back).toMatchObject({ row: { status: 'refunded' }, alert: null });
    expect(await wallet.credit()).toBe(0);
    expect(await balanceOf(wallet.ctx.data, 'gateway:cardgw', 'UAH')).toBe(0);
    expect(await wallet.broken()).toEqual([]);
  });

  it('refunded after its credit was spent leaves balance 0, posts the rest to suspense and raises an alert', async () => {
    const wallet = await openWallet();
    const row = await wallet.topUp(12_000);
    await wallet.say(row, 'Approved');
    await payByCredit(wallet.ctx, (await placeOrder(wallet.ctx)).id);

    const back = await wallet.say(row, 'Refunded');
    await wallet.say(row, 'Refunded');

    expect(back).toMatchObject({ row: { status: 'refunded' }, alert: 'credit_spent' });
    expect(wallet.ctx.lines).toContainEqual(
      expect.objectContaining({ event: 'payment.alerted', facts: expect.objectContaining({ alert: 'credit_spent' }) }),
    );
    expect(await wallet.credit()).toBe(0);
    expect(await balanceOf(wallet.ctx.data, 'suspense', 'UAH')).toBe(10_000);
    expect(await wallet.broken()).toEqual([]);
  });

  it('of a deleted user is marked as excess', async () => {
    const wallet = await openWallet();
    const row = await wallet.topUp();
    await wallet.ctx.data.update(Users, wallet.ctx.user.id, { status: 'deleted' });

    const { row: late } = await wallet.say(row, 'Approved');

    expect(late).toMatchObject({ status: 'paid', excess: true, refundState: 'pending' });
    expect(await wallet.credit()).toBe(0);
    expect(await wallet.broken()).toEqual([]);
  });

  it.each([999, 5_000_001])('of %i is rejected', async (amountMinor) => {
    const { ctx } = await openWallet();

    await expect(topUpDue(ctx, amountMinor)).rejects.toMatchObject({ status: 400 });
  });
});

describe('a membership', () => {
  it('paid by card makes a visitor a member, with an audit row', async () => {
    const wallet = await openWallet();
    const row = await wallet.join();
    expect(row).toMatchObject({ orderReference: expect.stringMatching(/^M[0-9A-Z]{9}-1$/), amountMinor: 20_000 });

    await wallet.say(row, 'Approved');

    expect(await wallet.role()).toBe('member');
    expect(await balanceOf(wallet.ctx.data, 'platform:membership', 'UAH')).toBe(-20_000);
    expect(await everyRow(wallet.ctx.data, AuditLog)).toMatchObject([
      {
        data: {
          action: 'user.role-changed',
          targetId: wallet.ctx.user.id,
          before: { role: 'visitor' },
          after: { role: 'member' },
          reason: row.orderReference,
        },
      },
    ]);
    expect(await wallet.broken()).toEqual([]);
  });

  it('is paid by credit once for concurrent requests', async () => {
    const wallet = await openWallet({ creditMinor: 50_000 });

    const pressed = await Promise.allSettled(Array.from({ length: 4 }, () => payMembershipByCredit(wallet.ctx)));

    expect(pressed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(pressed.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'AlreadyPaid' } });
    expect([await wallet.role(), await wallet.credit()]).toEqual(['member', 30_000]);
    expect(await wallet.broken()).toEqual([]);
  });

  it('is rejected without enough credit and changes nothing', async () => {
    const wallet = await openWallet({ creditMinor: 19_999 });

    await expect(payMembershipByCredit(wallet.ctx)).rejects.toMatchObject({ code: 'InsufficientCredit' });

    expect([await wallet.role(), await wallet.credit()]).toEqual(['visitor', 19_999]);
    expect((await readMoney(wallet.ctx.data)).attempts).toEqual([]);
  });

  it('paid a second time on an open card page is marked as excess', async () => {
    const wallet = await openWallet({ creditMinor: 20_000 });
    const page = await wallet.join();
    await payMembershipByCredit(wallet.ctx);

    const { row } = await wallet.say(page, 'Approved');

    expect(row).toMatchObject({ status: 'paid', excess: true, refundState: 'pending' });
    expect(await wallet.broken()).toEqual([]);
  });

  it('paid late leaves an admin’s role unchanged and is marked as excess', async () => {
    const wallet = await openWallet();
    const page = await wallet.join();
    await wallet.ctx.data.update(Users, wallet.ctx.user.id, { role: 'admin' });

    const { row } = await wallet.say(page, 'Approved');

    expect(row.excess).toBe(true);
    expect(await wallet.role()).toBe('admin');
    expect(await everyRow(wallet.ctx.data, AuditLog)).toEqual([]);
  });

  it('leaves the member role in place when its payment is refunded', async () => {
    const wallet = await openWallet();
    const row = await wallet.join();
    await wallet.say(row, 'Approved');

    await wallet.say(row, 'Refunded');

    expect(await wallet.role()).toBe('member');
    expect(await balanceOf(wallet.ctx.data, 'platform:membership', 'UAH')).toBe(0);
    expect(await wallet.broken()).toEqual([]);
  });

  it('is rejected without a configured price, and for a member', async () => {
    const plain = await payingShopper();
    await expect(membershipDue(plain)).rejects.toMatchObject({ code: 'NotSold' });

    const wallet = await openWallet();
    await wallet.ctx.data.update(Users, wallet.ctx.user.id, { role: 'member' });
    await expect(wallet.join()).rejects.toMatchObject({ code: 'AlreadyPaid' });
  });
});

describe('the purpose handlers of an account', () => {
  it('find the payable of a stem, and return null for an unknown stem', async () => {
    const { ctx, topUp, join, say } = await openWallet();
    const [row, joining] = [await topUp(), await join()];
    const find = (purpose: LedgerRow['purpose'], stem = '') =>
      handlerOf(ctx, purpose).find(ctx.data, stem, { now: ctx.now() });
    const stem = row.orderReference.slice(0, -2);

    expect(await find('wallet_topup', stem)).toMatchObject({ id: stem, amountMinor: 5_000, standing: 'open' });
    expect(await find('wallet_topup', 'W000000000')).toBeNull();

    await Promise.all([say(row, 'Approved'), say(joining, 'Approved')]);
    expect(await find('wallet_topup', stem)).toMatchObject({ standing: 'paid' });
    expect(await find('membership_upgrade', joining.orderReference.slice(0, -2))).toMatchObject({ standing: 'paid' });
  });
});
