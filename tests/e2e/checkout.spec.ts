import type { Page } from 'playwright/test';
import { listOwnOrders } from '#lib/store/orders.ts';
import { cancelOwnOrder } from '#lib/store/own-order-actions.ts';
import { leaveCart, order, type Person, sell } from '#tests/support/browser.ts';
import { expect, test } from './fixtures/shop-test.ts';

const payButton = (page: Page) => page.getByRole('button', { name: /^Pay ₴/ });
const ordersOf = async ({ ctx }: Person) => (await listOwnOrders(ctx, { limit: 20 })).orders;

test('an address that was typed is still there after a look at another way', async ({ page, world, signInAs }) => {
  const cup = await sell(world, 'Cup by courier', 5);
  const person = await signInAs({ creditMinor: 1_000_000 });
  await leaveCart(person, [{ id: cup, qty: 1 }]);
  await page.goto('/checkout');
  await page.getByRole('radio', { name: 'Courier' }).check();
  await page.getByRole('textbox', { name: 'City' }).fill('Lviv');
  await page.getByRole('textbox', { name: 'Address' }).fill('Zelena 12');

  await page.getByRole('radio', { name: 'Arrange with the seller' }).check();
  await expect(page.getByRole('textbox', { name: 'City' })).toHaveCount(0);
  await page.getByRole('radio', { name: 'Courier' }).check();

  await expect(page.getByRole('textbox', { name: 'City' })).toHaveValue('Lviv');
  await page.getByRole('radio', { name: 'Arrange with the seller' }).check();
  await payButton(page).click();
  await expect(page.getByText('Thank you. The order is paid')).toBeVisible();
  expect((await ordersOf(person))[0]?.delivery).toMatchObject({ method: 'arrange', city: '', address: '' });
});

test('the page of an order shows what has become of it to whoever comes back to it', async ({
  page,
  world,
  signInAs,
}) => {
  const cup = await sell(world, 'Cup nobody pays', 5);
  const person = await signInAs({ creditMinor: 1_000_000 });
  const { id } = await order(person, [{ id: cup, qty: 1 }]);
  await page.goto(`/orders/${id}`);
  await expect(page.getByText('We keep it for you until')).toBeVisible();
  await cancelOwnOrder(person.ctx, id);

  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

  await expect(page.getByText('This order was canceled').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0);
});
