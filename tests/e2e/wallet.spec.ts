import type { Page } from 'playwright/test';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { PaymentTransactions } from '#lib/payments/collections.ts';
import { newestAttempts } from '#lib/payments/queries.ts';
import type { Purpose } from '#lib/payments/values.ts';
import { order, type Person, sell } from '#tests/support/browser.ts';
import { atBank, declineFor, expectBank, tellBank } from './fixtures/bank.ts';
import { long, lookIn } from './fixtures/form.ts';
import { expect, shoot, test } from './fixtures/shop-test.ts';
import { prefixOf, words } from './fixtures/words.ts';

const en = words.en;
const button = (page: Page, name: string) => page.getByRole('button', { name });
const amountField = (page: Page, locale: Locale = 'en') =>
  page.getByRole('textbox', { name: words[locale].wallet.amount.replace('{currency}', 'UAH') });
const balance = (page: Page, locale: Locale = 'en') => page.getByRole('region', { name: words[locale].wallet.balance });

async function topUp(page: Page, amount: string, locale: Locale = 'en'): Promise<void> {
  await amountField(page, locale).fill(amount);
  await button(page, words[locale].wallet.topUp).click();
  await expectBank(page, locale);
}

async function referenceOf({ ctx }: Person, purpose: Purpose): Promise<string> {
  const { rows } = await ctx.data.find(newestAttempts(ctx.user.id, purpose, 1));
  const [row] = rows;
  if (!row) throw new Error(`nobody has begun ${PaymentTransactions.name} for ${purpose}`);
  return row.id;
}

const looks: readonly { readonly locale: Locale; readonly colorScheme: 'light' | 'dark'; readonly width: number }[] = [
  { locale: 'en', colorScheme: 'light', width: 1440 },
  { locale: 'en', colorScheme: 'dark', width: 360 },
  { locale: 'uk', colorScheme: 'light', width: 360 },
  { locale: 'ru', colorScheme: 'dark', width: 1440 },
];

for (const [at, { locale, colorScheme, width }] of looks.entries()) {
  const look = `${locale}-${colorScheme}-${width}`;
  const t = words[locale];

  test.describe(look, lookIn(at, 2), () => {
    test.use({ colorScheme, viewport: { width, height: 800 } });

    test('a top-up is left, resumed, declined with its reason, and retried', async ({ page, signInAs }) => {
      const snap = (name: string) => shoot(page, `wallet-${look}-${name}`);
      const money = (minor: number) => moneyText(minor, 'UAH', locale);
      await signInAs({ locale });
      await page.goto(`${prefixOf(locale)}/wallet`);
      await topUp(page, '150,50', locale);
      const bank = page.url();

      await atBank(page, 'close', locale);
      await expect(page.getByText(t.wallet.asking)).toBeVisible();
      await snap('1-asking');
      await button(page, t.payWays.goOn).click();
      await expectBank(page, locale);
      expect(page.url()).toBe(bank);

      await declineFor(page, 1104, locale);
      await expect(page.getByText(t.wallet.failed_no_funds)).toBeVisible();
      await expect(page.getByText(t.wallet.notCharged)).toBeVisible();
      await snap('2-declined');
      await button(page, t.payWays.again).click();
      await expectBank(page, locale);
      await atBank(page, 'approve', locale);

      await expect(page.getByText(t.wallet.paid_wallet_topup)).toBeVisible();
      await expect(balance(page, locale)).toContainText(money(15_050));
      await expect(page.getByRole('listitem').filter({ hasText: t.wallet.entry_topup })).toContainText(money(15_050));
      await snap('3-paid');
    });

    test('a membership is offered, paid by card and confirmed', async ({ page, signInAs }) => {
      await signInAs({ locale });
      await page.goto(`${prefixOf(locale)}/wallet`);
      await expect(page.getByRole('heading', { name: t.wallet.joinTitle })).toBeVisible();
      await shoot(page, `membership-${look}-1-offer`);

      await button(page, t.wallet.joinCard).click();
      await expectBank(page, locale);
      await atBank(page, 'approve', locale);

      await expect(page.getByText(t.wallet.paid_membership_upgrade)).toBeVisible();
      await expect(page.getByRole('heading', { name: t.wallet.joinTitle })).toHaveCount(0);
      await shoot(page, `membership-${look}-2-member`);
    });
  });
}

test('the wallet shows a payment by itself once the bank confirms', async ({ page, signInAs }) => {
  const person = await signInAs();
  await page.goto('/wallet');
  await topUp(page, '200');
  const orderReference = await referenceOf(person, 'wallet_topup');
  // The bank holds its callbacks back and reports to every request that the payment is not finished.
  await tellBank({ do: 'news', orderReference, fault: { isHeld: true } });
  await tellBank({ do: 'claim', orderReference, verdict: { status: 'InProcessing', reasonCode: 1131 } });
  await atBank(page, 'approve');
  await expect(page.getByText(en.wallet.asking)).toBeVisible();
  await expect(balance(page)).toContainText('₴0');

  await tellBank({ do: 'release' });

  await expect(page.getByText(en.wallet.paid_wallet_topup)).toBeVisible();
  await expect(balance(page)).toContainText('₴200');
});

test('the wallet asks the bank by itself when no callback comes', long, async ({ page, signInAs }) => {
  const person = await signInAs();
  await page.goto('/wallet');
  await topUp(page, '300');
  await tellBank({ do: 'news', orderReference: await referenceOf(person, 'wallet_topup'), fault: { isHeld: true } });
  await atBank(page, 'approve');
  await expect(page.getByText(en.wallet.asking)).toBeVisible();

  await expect(page.getByText(en.wallet.paid_wallet_topup)).toBeVisible();
  await expect(balance(page)).toContainText('₴300');
});

test('a short balance leads to the wallet with the missing amount, and back to the order', async ({
  page,
  world,
  signInAs,
}) => {
  const cup = await sell(world, 'Cup of a small balance', 5);
  const { id } = await order(await signInAs({ creditMinor: 5_000 }), [{ id: cup, qty: 1 }]);
  await page.goto(`/orders/${id}`);
  await shoot(page, 'order-balance-short');
  await page.getByRole('link', { name: en.payWays.topUp }).click();

  await expect(amountField(page)).toHaveValue('100.00');
  await expect(page.getByText(en.wallet.comeBack)).toBeVisible();
  await button(page, en.wallet.topUp).click();
  await atBank(page, 'approve');

  await expect(page).toHaveURL(new RegExp(`/orders/${id}$`));
  await expect(page.getByText(en.wallet.paid_wallet_topup)).toBeVisible();
  await shoot(page, 'order-balance-filled');
  await page.getByRole('button', { name: /^Pay .* from your balance$/ }).click();
  await expect(page.getByText(en.order.thanks)).toBeVisible();
});

test(
  'the checkout leads to the wallet and back, and the wallet to no other site',
  long,
  async ({ page, world, signInAs }) => {
    const cup = await sell(world, 'Cup of a checkout without money', 5);
    const person = await signInAs();
    await page.goto(`/products/${cup}`);
    await button(page, en.buy.add).click();
    await page.goto('/checkout');
    await page.getByRole('link', { name: en.payWays.topUp }).click();
    await expect(amountField(page)).toHaveValue('150.00');
    await button(page, en.wallet.topUp).click();
    await atBank(page, 'approve');
    await expect(page).toHaveURL(/\/checkout$/);
    expect(await referenceOf(person, 'wallet_topup')).toMatch(/^W/);

    await page.goto('/wallet?returnUrl=https%3A%2F%2Felsewhere.test%2F&amount=1e9');
    await expect(page.getByText(en.wallet.comeBack)).toHaveCount(0);
    await expect(amountField(page)).toHaveValue('');
  },
);
