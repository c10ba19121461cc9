import { describe, expect, it } from 'vitest';
import { codeOf } from '#lib/core/errors.ts';
import { balanceOf } from '#lib/payments/books/journal.ts';
import { CreditAccounts } from '#lib/payments/collections.ts';
import { testContext, testEnv } from '#tests/support/context.ts';
import { changeCredit, creditCharge, creditCurrencies, creditOf, grantCredit } from './credit.ts';

const at = '2026-01-01T00:00:00.000Z';
const accepted = (list: string) => ({ PAYMENT_CREDIT_BALANCE_ACCEPTED_ORDER_CURRENCIES: list });

describe('grantCredit', () => {
  it('opens an account whose balance is what the journal says it owes', async () => {
    const ctx = await testContext();

    expect(await grantCredit(ctx, 'usr_1', 500, 'welcome')).toBe(500);
    expect(await grantCredit(ctx, 'usr_1', 250, 'sorry')).toBe(750);

    expect(await creditOf(ctx.data, 'usr_1')).toEqual({ balanceMinor: 750, currency: 'UAH' });
    expect(await balanceOf(ctx.data, 'user_credit:usr_1', 'UAH')).toBe(-750);
  });

  it('gives once for one reason, however often and how close together it is asked', async () => {
    const ctx = await testContext();

    const balances = await Promise.all(Array.from({ length: 5 }, () => grantCredit(ctx, 'usr_1', 500, 'welcome')));

    expect(balances).toEqual([500, 500, 500, 500, 500]);
    expect(await balanceOf(ctx.data, 'user_credit:usr_1', 'UAH')).toBe(-500);
  });

  it.each([0, -1, 1.5, Number.NaN])('refuses to give %s', async (amountMinor) => {
    const ctx = await testContext();

    await expect(grantCredit(ctx, 'usr_1', amountMinor, 'x')).rejects.toThrow(/a grant must be/);
  });
});

describe('changeCredit', () => {
  it('never lets a balance go below 0, and says what there is', async () => {
    const ctx = await testContext();
    await grantCredit(ctx, 'usr_1', 500, 'welcome');

    const debit = (byMinor: number) =>
      ctx.data.tx(async (t) =>
        changeCredit(t, { account: await t.get(CreditAccounts, 'usr_1'), userId: 'usr_1', byMinor, at }),
      );

    expect(await debit(-500)).toBe(0);
    await expect(debit(-1)).rejects.toMatchObject({ status: 409, details: { balanceMinor: '0', currency: 'UAH' } });
    expect(await creditOf(ctx.data, 'usr_1')).toMatchObject({ balanceMinor: 0 });
  });

  it('refuses a debit of an account that was never opened', async () => {
    const ctx = await testContext();

    const debit = ctx.data.tx(async (t) => changeCredit(t, { account: undefined, userId: 'usr_1', byMinor: -1, at }));

    await expect(debit).rejects.toSatisfy((error) => codeOf(error) === 'InsufficientCredit');
  });
});

describe('creditCurrencies', () => {
  it('takes every configured currency but UAH, which always needs listing', () => {
    expect(creditCurrencies(testEnv())).toEqual(['EUR', 'USD']);
    expect(creditCurrencies(testEnv(accepted('UAH')))).toEqual(['UAH']);
    expect(creditCurrencies(testEnv(accepted('UAH,EUR')))).toEqual(['UAH', 'EUR']);
  });

  it('takes all in a demo unless a list says otherwise', () => {
    expect(creditCurrencies(testEnv({ PLAZA_DEMO: '1' }))).toEqual(['UAH', 'EUR', 'USD']);
    expect(creditCurrencies(testEnv({ PLAZA_DEMO: '1', ...accepted('EUR') }))).toEqual(['EUR']);
  });
});

describe('creditCharge', () => {
  const credit = { balanceMinor: 0, currency: 'UAH' };
  const fx = { base: 'UAH', quote: 'EUR', rate: '48.20', at };

  it('charges an order in an accepted currency at its frozen rate', () => {
    expect(creditCharge(testEnv(), credit, { amountMinor: 100, currency: 'EUR', fx })).toBe(4820);
  });

  it('charges nothing where the currency is not taken or has no rate', () => {
    expect(creditCharge(testEnv(), credit, { amountMinor: 100, currency: 'UAH', fx: null })).toBeNull();
    expect(creditCharge(testEnv(), credit, { amountMinor: 100, currency: 'EUR', fx: null })).toBeNull();
  });
});
