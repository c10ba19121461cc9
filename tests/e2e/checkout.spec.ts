import type { Page, Route } from 'playwright/test';
import { Users } from '#lib/auth/collections.ts';
import { cancelOwnOrder } from '#lib/store/orders/cancel-own-order.ts';
import { listOwnOrders } from '#lib/store/orders/orders.ts';
import { leaveCart, order, type Person, sell } from '#tests/support/browser.ts';
import { long } from './fixtures/form.ts';
import { expect, shoot, test } from './fixtures/shop-test.ts';
import { fromBalance, words } from './fixtures/words.ts';

const payButton = (page: Page) => page.getByRole('button', { name: /^Pay ₴/ });
const ordersOf = async ({ ctx }: Person) => (await listOwnOrders(ctx, { limit: 20 })).orders;

/** Lets the server handle the request, but loses its response on the way back. */
const loseAnswer = async (route: Route): Promise<void> => {
  await route.fetch();
  await route.abort();
};

/** Presses the button: the order is placed, but its response is lost. */
async function loseOrder(page: Page): Promise<void> {
  await page.route('**/api/store/checkout', loseAnswer, { times: 1 });
  await payButton(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'No connection to the shop' })).toBeVisible();
}

test.describe('a lost response', () => {
  test('of the payment leads to the order: one order, paid once', async ({ page, world, signInAs }) => {
    const cup = await sell(world, 'Cup with a lost payment', 5);
    const person = await signInAs({ creditMinor: 1_000_000 });
    await leaveCart(person, [{ id: cup, qty: 1 }]);
    await page.goto('/checkout');
    await fromBalance(page);
    await page.route('**/api/store/payments/credit', loseAnswer, { times: 1 });
    const opened = Promise.withResolvers<void>();
    await page.route('**/orders/ord_*', async (route) => {
      await opened.promise;
      await route.continue();
    });

    await payButton(page).click();

    // The summary of the purchase does not change until the page of the order is shown.
    await expect(page.getByRole('link', { name: 'Cart, empty' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Paying…' })).toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByRole('region', { name: 'Your order' })).toContainText('₴150');
    await expect(page.getByText('Reserved for you')).toHaveCount(0);
    opened.resolve();
    await expect(page.getByText('Thank you. Your order is paid')).toBeVisible();
    expect(await ordersOf(person)).toHaveLength(1);
  });

  test('of the order is requested again, even after a change', long, async ({ page, world, signInAs }) => {
    const cup = await sell(world, 'Cup with a lost order', 5);
    const person = await signInAs({ creditMinor: 1_000_000 });
    await leaveCart(person, [{ id: cup, qty: 1 }]);
    await page.goto('/checkout');
    await fromBalance(page);
    await loseOrder(page);

    await page.getByRole('textbox', { name: 'Delivery notes' }).fill('after six');
    await payButton(page).click();

    await page.getByRole('button', { name: 'Pay ₴150 from your balance' }).click();
    await expect(page.getByText('Thank you. Your order is paid')).toBeVisible();
    expect(await ordersOf(person)).toHaveLength(1);
    expect(await page.evaluate(() => sessionStorage.getItem('plaza_checkout'))).toBeNull();
  });

  test('of the order is found after a reload', async ({ page, world, signInAs }) => {
    const cup = await sell(world, 'Cup of a reload', 5);
    const person = await signInAs({ creditMinor: 1_000_000 });
    await leaveCart(person, [{ id: cup, qty: 1 }]);
    await page.goto('/checkout');
    await fromBalance(page);
    await loseOrder(page);

    await page.reload();

    await expect(page.getByText('This order is waiting for payment')).toBeVisible();
    expect(await ordersOf(person)).toHaveLength(1);
  });

  test('leads to no second order from another tab', long, async ({ page, context, world, signInAs }) => {
    const cup = await sell(world, 'Cup in two tabs', 5);
    const person = await signInAs({ creditMinor: 1_000_000 });
    await leaveCart(person, [{ id: cup, qty: 1 }]);
    await page.goto('/checkout');
    await fromBalance(page);
    const other = await context.newPage();
    await other.goto('/checkout');
    await fromBalance(other);
    await expect(payButton(other)).not.toHaveAttribute('aria-disabled');
    await loseOrder(page);

    await payButton(other).click();

    await expect(other.getByText('Thank you. Your order is paid')).toBeVisible();
    // The first tab learns that the cart is empty and finds out why.
    await expect(page).toHaveURL(other.url());
    expect(await ordersOf(person)).toHaveLength(1);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 800 } });

  test('an error disappears once its field is valid, and the next checkout is prefilled from this order', async ({
    page,
    world,
    signInAs,
  }) => {
    const cup = await sell(world, 'Cup of a returning buyer', 9);
    const person = await signInAs({ name: '', creditMinor: 1_000_000 });
    await leaveCart(person, [{ id: cup, qty: 1 }]);
    const field = (name: string) => page.getByRole('textbox', { name });
    const summary = page.getByRole('region', { name: 'Your order' }).getByRole('alert');
    await page.goto('/checkout');
    await fromBalance(page);
    await page.getByRole('radio', { name: 'Courier' }).check();
    await payButton(page).click();
    await expect(field('Name')).toHaveAccessibleDescription('Please fill in this field.');
    await expect(summary).toHaveText('Please check 3 fields.');

    await field('Name').pressSequentially('Olha Koval');
    await expect(field('Name')).toHaveAccessibleDescription('');
    await expect(summary).toHaveText('Please check 2 fields.');
    await shoot(page, 'checkout-360-righted');
    await field('Phone').fill('+380 67 123 45 67');
    await field('City').fill('Lviv');
    await field('Address').fill('Zelena 12');
    await expect(summary).toHaveCount(0);
    await payButton(page).click();

    await expect(page.getByText('Thank you. Your order is paid')).toBeVisible();
    // The order's number arrives a moment later, without a reload of the page.
    await expect(page.getByRole('link', { name: 'Printable document' })).toBeVisible();
    await shoot(page, 'order-360-paid');
    expect((await world.data.need(Users, person.ctx.user.id)).data.name).toBe('Olha Koval');

    await leaveCart(person, [{ id: cup, qty: 1 }]);
    await page.goto('/checkout');
    await expect(field('Name')).toHaveValue('Olha Koval');
    await expect(field('Phone')).toHaveValue('+380 67 123 45 67');
    await expect(page.getByRole('radio', { name: 'Courier' })).toBeChecked();
    await expect(field('City')).toHaveValue('Lviv');
    await expect(field('Address')).toHaveValue('Zelena 12');
    await shoot(page, 'checkout-360-filled-in');
  });
});

test.describe('a refused checkout', () => {
  test.use({ refusals: [400, 401] });

  test('names the invalid field in the page’s language', async ({ page, world, signInAs }) => {
    const t = words.uk.checkout;
    const cup = await sell(world, 'Cup for a strange address', 5);
    await leaveCart(await signInAs({ creditMinor: 1_000_000 }), [{ id: cup, qty: 1 }]);
    await page.goto('/uk/checkout');
    await page.getByRole('textbox', { name: t.email }).fill('a..b@example.com');

    await page.getByRole('button', { name: /^Сплатити/ }).click();

    await expect(page.getByRole('textbox', { name: t.email })).toHaveAccessibleDescription(t.badEmail);
    await expect(page.getByRole('textbox', { name: t.email })).toBeFocused();
  });

  test('without a session leads to sign-in', long, async ({ page, context, world, signInAs }) => {
    const cup = await sell(world, 'Cup of somebody signed out', 5);
    await leaveCart(await signInAs({ creditMinor: 1_000_000 }), [{ id: cup, qty: 1 }]);
    await page.goto('/checkout');
    await expect(payButton(page)).not.toHaveAttribute('aria-disabled');
    // The browser may store the cart a moment after the server's page shows it, so this waits before the session ends.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('platform_cart'))).toContain(cup);
    await context.clearCookies();

    await payButton(page).click();
    await page.getByRole('alert').getByRole('button', { name: 'Sign in to order' }).click();

    await expect(page.getByRole('textbox', { name: 'Email address' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Your order' })).toContainText('Cup of somebody signed out');
  });
});

test('a cart that cannot be read is reported, and read again with one click', long, async ({ page, signInAs }) => {
  await signInAs();
  await page.route('**/api/store/cart', (route) => route.abort());
  await page.goto('/checkout');
  const retry = page.getByRole('alert').getByRole('button', { name: 'Try again' });
  await expect(retry).toBeVisible();
  await expect(page.getByText('Loading your order')).toHaveCount(0);
  await page.unroute('**/api/store/cart');

  await retry.click();

  await expect(page.getByText('Nothing to check out')).toBeVisible();
});

test(
  'a typed address is kept when another delivery method is selected in between',
  long,
  async ({ page, world, signInAs }) => {
    const cup = await sell(world, 'Cup by courier', 5);
    const person = await signInAs({ creditMinor: 1_000_000 });
    await leaveCart(person, [{ id: cup, qty: 1 }]);
    await page.goto('/checkout');
    await fromBalance(page);
    await page.getByRole('radio', { name: 'Courier' }).check();
    await page.getByRole('textbox', { name: 'City' }).fill('Lviv');
    await page.getByRole('textbox', { name: 'Address' }).fill('Zelena 12');

    await page.getByRole('radio', { name: 'Arrange with the seller' }).check();
    await expect(page.getByRole('textbox', { name: 'City' })).toHaveCount(0);
    await page.getByRole('radio', { name: 'Courier' }).check();

    await expect(page.getByRole('textbox', { name: 'City' })).toHaveValue('Lviv');
    await page.getByRole('radio', { name: 'Arrange with the seller' }).check();
    await payButton(page).click();
    await expect(page.getByText('Thank you. Your order is paid')).toBeVisible();
    expect((await ordersOf(person))[0]?.delivery).toMatchObject({ method: 'arrange', city: '', address: '' });
  },
);

test('the order page updates for a buyer who returns to its tab', async ({ page, world, signInAs }) => {
  const cup = await sell(world, 'Cup nobody pays', 5);
  const person = await signInAs({ creditMinor: 1_000_000 });
  const { id } = await order(person, [{ id: cup, qty: 1 }]);
  await page.goto(`/orders/${id}`);
  await expect(page.getByText('Your items are reserved until')).toBeVisible();
  await cancelOwnOrder(person.ctx, id);

  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

  await expect(page.getByText('This order was canceled').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0);
});
