import { describe, expect, it } from 'vitest';
import { codeOf } from '#lib/core/errors.ts';
import { balanceOf } from '#lib/payments/books/journal.ts';
import { CreditAccounts } from '#lib/payments/collections.ts';
import { testContext, testEnv } from '#tests/support/context.ts';
import { changeCredit, creditCharge, creditCurrencies, creditOf, grantCredit } from './credit.ts';

const at = '2026-01-01T00:00:00.000Z';
const accepted = (list: string) => ({ PAYMENT_CREDIT_BALANCE_ACCEPTED_ORDER_CURRENCIES: list });

describe('grantCredit', () => {
  it('opens an account whose balance agrees with the journal', async () => {
    const ctx = await testContext();

    expect(await grantCredit(ctx, 'usr_1', 500, 'welcome')).toBe(500);
    expect(await grantCredit(ctx, 'usr_1', 250, 'sorry')).toBe(750);

    expect(await creditOf(ctx.data, 'usr_1')).toEqual({ balanceMinor: 750, currency: 'UAH' });
    expect(await balanceOf(ctx.data, 'user_credit:usr_1', 'UAH')).toBe(-750);
  });

  it('grants once per reason, also for concurrent calls', async () => {
    const ctx = await testContext();

    const balances = await Promise.all(Array.from({ length: 5 }, () => grantCredit(ctx, 'usr_1', 500, 'welcome')));

    expect(balances).toEqual([500, 500, 500, 500, 500]);
    expect(await balanceOf(ctx.data, 'user_credit:usr_1', 'UAH')).toBe(-500);
  });

  it.each([0, -1, 1.5, Number.NaN])('rejects a grant of %s', async (amountMinor) => {
    const ctx = await testContext();

    await expect(grantCredit(ctx, 'usr_1', amountMinor, 'x')).rejects.toThrow(/a grant must be/);
  });
});

describe('changeCredit', () => {
  it('rejects a debit below 0 and reports the balance', async () => {
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

  it('rejects a debit of an account that was never opened', async () => {
    const ctx = await testContext();

    const debit = ctx.data.tx(async (t) => changeCredit(t, { account: undefined, userId: 'usr_1', byMinor: -1, at }));

    await expect(debit).rejects.toSatisfy((error) => codeOf(error) === 'InsufficientCredit');
  });
});

describe('creditCurrencies', () => {
  it('returns every configured currency except UAH, unless the setting lists UAH', () => {
    expect(creditCurrencies(testEnv())).toEqual(['EUR', 'USD']);
    expect(creditCurrencies(testEnv(accepted('UAH')))).toEqual(['UAH']);
    expect(creditCurrencies(testEnv(accepted('UAH,EUR')))).toEqual(['UAH', 'EUR']);
  });

  it('returns all currencies in a demo unless the setting lists some', () => {
    expect(creditCurrencies(testEnv({ PLAZA_DEMO: '1' }))).toEqual(['UAH', 'EUR', 'USD']);
    expect(creditCurrencies(testEnv({ PLAZA_DEMO: '1', ...accepted('EUR') }))).toEqual(['EUR']);
  });
});

describe('creditCharge', () => {
  const credit = { balanceMinor: 0, currency: 'UAH' };
  const fx = { base: 'UAH', quote: 'EUR', rate: '48.20', at };

  it('converts an order’s amount in an accepted currency at its frozen rate', () => {
    expect(creditCharge(testEnv(), credit, { amountMinor: 100, currency: 'EUR', fx })).toBe(4820);
  });

  it('returns null for a currency that is not accepted or has no rate', () => {
    expect(creditCharge(testEnv(), credit, { amountMinor: 100, currency: 'UAH', fx: null })).toBeNull();
    expect(creditCharge(testEnv(), credit, { amountMinor: 100, currency: 'EUR', fx: null })).toBeNull();
  });
});
