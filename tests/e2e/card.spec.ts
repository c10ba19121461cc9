import type { Page } from 'playwright/test';
import { before, MINUTE_MS } from '#lib/core/time.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { Orders } from '#lib/store/collections.ts';
import { expireOrders } from '#lib/store/orders/expiry.ts';
import { listOwnOrders } from '#lib/store/orders/orders.ts';
import { leaveCart, order, type Person, sell } from '#tests/support/browser.ts';
import { atBank, declineFor, expectBank, tellBank } from './fixtures/bank.ts';
import { long, lookIn } from './fixtures/form.ts';
import { expect, shoot, test } from './fixtures/shop-test.ts';
import { prefixOf, startOf, words } from './fixtures/words.ts';

const en = words.en;
const button = (page: Page, name: string) => page.getByRole('button', { name });
const payByCard = (page: Page, locale: Locale = 'en') =>
  page.getByRole('button', { name: new RegExp(`^${words[locale].payWays.pay_cardgw.replace('{amount}', '.*')}$`) });
const payFromBalance = (page: Page) => page.getByRole('button', { name: /^Pay .* from your balance$/ });
const thanks = (page: Page, locale: Locale = 'en') => page.getByText(words[locale].order.thanks);
const ordersOf = async ({ ctx }: Person) => (await listOwnOrders(ctx, { limit: 20 })).orders;

test('a buyer cancels an order after its payment page was opened', async ({ page, world, signInAs }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  const cup = await sell(world, 'Cup nobody wants any more', 5);
  const person = await signInAs();
  await leaveCart(person, [{ id: cup, qty: 1 }]);
  await page.goto('/checkout');
  await payByCard(page).click();
  await expectBank(page);
  await atBank(page, 'close');
  await expect(page.getByText(en.payNote.asking)).toBeVisible();

  await button(page, en.orderActions.cancel).click();
  const dialog = page.getByRole('dialog', { name: en.orderActions.cancel });
  await expect(dialog).toContainText(en.orderActions.cancelPaying);
  await shoot(page, 'order-360-cancel');
  await dialog.getByRole('button', { name: en.orderActions.cancelYes }).click();

  await expect(page.getByText(en.order.cancel_buyer)).toBeVisible();
  await expect(payByCard(page)).toHaveCount(0);
});

const looks: readonly { readonly locale: Locale; readonly colorScheme: 'light' | 'dark'; readonly width: number }[] = [
  { locale: 'en', colorScheme: 'light', width: 1440 },
  { locale: 'uk', colorScheme: 'light', width: 360 },
  { locale: 'ru', colorScheme: 'dark', width: 1440 },
  { locale: 'uk', colorScheme: 'dark', width: 360 },
];

for (const [at, { locale, colorScheme, width }] of looks.entries()) {
  const look = `${locale}-${colorScheme}-${width}`;
  const t = words[locale];

  test.describe(look, lookIn(at, 0), () => {
    test.use({ colorScheme, viewport: { width, height: 800 } });

    test('a shopper leaves the payment page, returns, is declined, retries and pays', async ({
      page,
      world,
      signInAs,
    }) => {
      const snap = (name: string) => shoot(page, `card-${look}-${name}`);
      const cup = await sell(world, `Cup by card ${look}`, 5);
      const person = await signInAs({ locale, creditMinor: 1_000_000 });
      await leaveCart(person, [{ id: cup, qty: 1 }]);
      await page.goto(`${prefixOf(locale)}/checkout`);

      await expect(page.getByRole('radio', { name: t.payWays.way_cardgw })).toBeChecked();
      await expect(payByCard(page, locale)).toHaveAccessibleDescription(t.payWays.payHint_cardgw);
      await snap('1-checkout');
      await payByCard(page, locale).click();
      await expectBank(page, locale);
      const bank = page.url();

      await atBank(page, 'close', locale);
      await expect(page).toHaveURL(new RegExp(`${prefixOf(locale)}/orders/ord_\\w+$`));
      await expect(page.getByText(t.payNote.asking)).toBeVisible();
      await expect(page.getByText(startOf(t.payNote.askingUntil))).toBeVisible();
      await snap('2-asking');
      await button(page, t.payWays.goOn).click();
      await expectBank(page, locale);
      expect(page.url()).toBe(bank);

      await declineFor(page, 1104, locale);
      await expect(page.getByText(t.payNote.reason_no_funds)).toBeVisible();
      await snap('3-declined');
      await button(page, t.payWays.again).click();
      await expectBank(page, locale);
      await atBank(page, 'approve', locale);

      await expect(thanks(page, locale)).toBeVisible();
      await expect(page.getByText(t.orderStatus.paid, { exact: true }).first()).toBeVisible();
      await snap('4-paid');
      expect(await ordersOf(person)).toMatchObject([{ status: 'paid', payState: 'paid' }]);
    });
  });
}

test('the order page turns paid by itself when the bank confirms', async ({ page, world, signInAs }) => {
  const cup = await sell(world, 'Cup of a slow bank', 5);
  const { id, number } = await order(await signInAs(), [{ id: cup, qty: 1 }]);
  const orderReference = `${number}-1`;
  await page.goto(`/orders/${id}`);
  await payByCard(page).click();
  await expectBank(page);
  // The bank holds its callbacks back and reports to every request that the payment is not finished.
  await tellBank({ do: 'news', orderReference, fault: { isHeld: true } });
  await tellBank({ do: 'claim', orderReference, verdict: { status: 'InProcessing', reasonCode: 1131 } });
  await atBank(page, 'approve');
  await expect(page.getByText(en.payNote.asking)).toBeVisible();

  await tellBank({ do: 'release' });

  await expect(async () => {
    // A busy shop makes the bank repeat its callback after a minute; the flush repeats it at once.
    await tellBank({ do: 'flush' });
    await expect(thanks(page)).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(page.getByText(en.payNote.asking)).toHaveCount(0);
});

test('a decline appears in another tab with the order page', long, async ({ page, context, world, signInAs }) => {
  const cup = await sell(world, 'Cup of two tabs', 5);
  const { id } = await order(await signInAs(), [{ id: cup, qty: 1 }]);
  await page.goto(`/orders/${id}`);
  await payByCard(page).click();
  await expectBank(page);
  const other = await context.newPage();
  await other.goto(`/orders/${id}`);
  await expect(other.getByText(en.payNote.asking)).toBeVisible();

  await declineFor(page, 1102);

  await expect(other.getByText(en.payNote.reason_card_data)).toBeVisible();
});

test('an expired payment page is explained, and a new one can be paid', async ({ page, world, signInAs }) => {
  const cup = await sell(world, 'Cup of an expired page', 5);
  const person = await signInAs();
  const { id } = await order(person, [{ id: cup, qty: 1 }]);
  await page.goto(`/orders/${id}`);
  await payByCard(page).click();
  await expectBank(page);
  const first = page.url();
  await atBank(page, 'expire');
  await expect(page.getByText(en.payNote.expired)).toBeVisible();
  await shoot(page, 'card-expired');

  await button(page, en.payWays.again).click();
  await expectBank(page);
  expect(page.url()).not.toBe(first);
  await atBank(page, 'approve');

  await expect(thanks(page)).toBeVisible();
});

test('the back button leads from the bank to the order', long, async ({ page, world, signInAs }) => {
  const cup = await sell(world, 'Cup of the arrow back', 5);
  const person = await signInAs();
  await leaveCart(person, [{ id: cup, qty: 1 }]);
  await page.goto('/cart');
  await page.getByRole('button', { name: en.cart.checkout }).click();
  await payByCard(page).click();
  await expectBank(page);

  await page.goBack();

  await expect(page).toHaveURL(/\/orders\/ord_\w+$/);
  await expect(button(page, en.payWays.goOn)).toBeVisible();
  expect(await ordersOf(person)).toHaveLength(1);
});

test.describe('a gateway that is down', () => {
  test.use({ refusals: [503] });

  test('keeps the order, reports the fault, and lets the balance pay', async ({ page, world, signInAs }) => {
    const cup = await sell(world, 'Cup without a bank', 5);
    const person = await signInAs({ creditMinor: 1_000_000 });
    await leaveCart(person, [{ id: cup, qty: 1 }]);
    await page.goto('/checkout');
    await tellBank({ do: 'answer', on: 'pay', fault: 'error' });

    await payByCard(page).click();

    await expect(page.getByText(en.payNote.noPage)).toBeVisible();
    await expect(page).toHaveURL(/\/orders\/ord_\w+$/);
    await shoot(page, 'card-gateway-down');
    await payFromBalance(page).click();
    await expect(thanks(page)).toBeVisible();
    expect(await ordersOf(person)).toMatchObject([{ payState: 'paid' }]);
  });

  test('can be retried by a button, any number of times', long, async ({ page, world, signInAs }) => {
    const cup = await sell(world, 'Cup of a third try', 5);
    const { id } = await order(await signInAs(), [{ id: cup, qty: 1 }]);
    await page.goto(`/orders/${id}`);
    await tellBank({ do: 'answer', on: 'pay', times: 2, fault: 'garbage' });

    await payByCard(page).click();
    await button(page, en.payWays.again).click();
    await expect(page.getByText(en.payNote.noPage)).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: 'bank' })).toHaveCount(0);
    await button(page, en.payWays.again).click();
    await expectBank(page);
    await atBank(page, 'approve');

    await expect(thanks(page)).toBeVisible();
  });
});

test('a second payment of an order is explained and refunded', long, async ({ page, context, world, signInAs }) => {
  const cup = await sell(world, 'Cup paid twice', 5);
  const { id } = await order(await signInAs({ creditMinor: 1_000_000 }), [{ id: cup, qty: 1 }]);
  await page.goto(`/orders/${id}`);
  await payByCard(page).click();
  await expectBank(page);
  const other = await context.newPage();
  await other.goto(`/orders/${id}`);
  await payFromBalance(other).click();
  await expect(thanks(other)).toBeVisible();

  await atBank(page, 'approve');

  await expect(thanks(page)).toBeVisible();
  // The shop asks the bank about the superseded page before it believes the callback. No page is reloaded here. A page
  // reads the payment at once when the buyer returns to it. It shows that the money is on its way, and then that it is
  // back.
  for (const shown of [page, other])
    await expect(async () => {
      await shown.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await expect(shown.getByText(en.payNote.because_second)).toBeVisible({ timeout: 1_000 });
      await expect(shown.getByText(/₴150 refunded to your card/)).toBeVisible({ timeout: 1_000 });
    }).toPass();
  await shoot(page, 'card-second');
});

test.describe('an order not paid in time', () => {
  /** Makes an order look older by this many minutes. */
  const letHoldEnd = (person: Person, id: string, minutes: number) =>
    person.ctx.data.tx(async (t) => {
      await t.need(Orders, id);
      t.update(Orders, id, { holdExpiresAt: before(person.ctx.now(), minutes * MINUTE_MS) });
    });

  test('is explained while still available, and can be paid with one click', async ({ page, world, signInAs }) => {
    const cup = await sell(world, 'Cup kept too long', 5);
    const person = await signInAs({ creditMinor: 1_000_000 });
    const { id } = await order(person, [{ id: cup, qty: 1 }]);
    await letHoldEnd(person, id, 1);
    await page.goto(`/orders/${id}`);
    await expect(page.getByText(en.orderActions.payOverdue)).toBeVisible();

    await payFromBalance(page).click();

    await expect(thanks(page)).toBeVisible();
  });

  test(
    'is explained once canceled, and can be ordered again with one click',
    long,
    async ({ page, world, signInAs }) => {
      const cup = await sell(world, 'Cup that went back', 5);
      const person = await signInAs({ creditMinor: 1_000_000 });
      const { id } = await order(person, [{ id: cup, qty: 1 }]);
      await letHoldEnd(person, id, 11);
      await expireOrders(person.ctx);
      await page.goto(`/orders/${id}`);
      await expect(page.getByText(en.order.cancel_expired)).toBeVisible();

      await button(page, en.orderActions.again).click();

      await expect(page).toHaveURL(/\/checkout$/);
      await expect(page.getByRole('region', { name: en.checkout.summary })).toContainText('Cup that went back');
    },
  );
});

test.describe('the content security policy', () => {
  test('lets a page send forms and requests only to the shop, because the way to the bank is a link', async ({
    page,
    signInAs,
  }) => {
    await signInAs();

    const policy = (await page.goto('/checkout'))?.headers()['content-security-policy'] ?? '';

    expect(policy).toContain("form-action 'self';");
    expect(policy).toMatch(/connect-src 'self' ws:\/\/[\w.:]+ wss:\/\/[\w.:]+;/);
    expect(policy).not.toContain(`:${process.env.CARDGW_DEMO_PORT}`);
  });
});
