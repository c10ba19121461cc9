import type { Page } from 'playwright/test';
import { buy, leaveCart, makePerson, sell } from '#tests/support/browser.ts';
import { availableOf, demoThing } from './fixtures/demo-things.ts';
import { long } from './fixtures/form.ts';
import { expect, test } from './fixtures/shop-test.ts';

const quantityOf = (page: Page, title: string) => page.getByRole('textbox', { name: `Quantity of ${title}` });
const oneMore = (page: Page, title: string) => page.getByRole('button', { name: `One more of ${title}` });
const checkOut = (page: Page) => page.getByRole('button', { name: 'Check out' });
const offline = 'No connection to the shop.';

/** Stores a guest's cart as an earlier visit would have left it. */
const guestCart = (page: Page, items: readonly { id: string; qty: number }[]) =>
  page.evaluate(
    (lines) => localStorage.setItem('platform_cart', JSON.stringify({ v: 1, items: lines, updatedAt: '' })),
    items,
  );

/** Blocks every change of the cart until the returned function is called. */
async function cutSaves(page: Page): Promise<() => Promise<void>> {
  await page.route('**/api/store/cart', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  return () => page.unroute('**/api/store/cart');
}

test.describe('a signed-in shopper', () => {
  test.use({ refusals: [401, 409] });

  test('keeps an unsaved change over a new page, and checks out once it can be saved', async ({
    page,
    world,
    signInAs,
  }) => {
    const kettle = await sell(world, 'Kettle of the tunnel', 9);
    await signInAs();
    await page.goto(`/products/${kettle}`);
    const connect = await cutSaves(page);
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText(offline);
    await connect();

    await page.goto('/cart');
    await expect(quantityOf(page, 'Kettle of the tunnel')).toHaveValue('1');
    const connectAgain = await cutSaves(page);
    await oneMore(page, 'Kettle of the tunnel').click();
    const notice = page.getByRole('alert').filter({ hasText: offline });
    await expect(notice).toBeVisible();
    await checkOut(page).click();
    await expect(notice.locator('..')).toBeFocused();

    await connectAgain();
    await checkOut(page).click();
    await expect(page).toHaveURL('/checkout');
    await expect(page.getByRole('region', { name: 'Your order' })).toContainText('× 2');
  });

  test('with an ended session gets a link to sign in instead of a retry', long, async ({ page, world, signInAs }) => {
    const jug = await sell(world, 'Jug of a long absence', 9);
    const person = await signInAs();
    await leaveCart(person, [{ id: jug, qty: 1 }]);
    await page.goto('/cart');
    await expect(quantityOf(page, 'Jug of a long absence')).toHaveValue('1');
    await page.context().clearCookies();

    await oneMore(page, 'Jug of a long absence').click();

    const notice = page.getByRole('alert').filter({ hasText: 'You have been signed out.' });
    await expect(notice.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/sign-in?next=%2Fcart');
    await expect(notice.getByRole('button')).toHaveCount(0);
  });

  test(
    'can take all stock, including the own hold, and leaves no hold behind',
    long,
    async ({ page, world, signInAs }) => {
      const bowl = await sell(world, 'Bowl of the last four', 4);
      const person = await signInAs();
      await leaveCart(person, [{ id: bowl, qty: 3 }]);
      await page.goto('/cart');
      await checkOut(page).click();
      await expect(page).toHaveURL('/checkout');
      await expect.poll(() => availableOf(page, bowl)).toBe(1);

      await page.goto('/cart');
      await expect(page.getByText('Reserved for you')).toBeVisible();
      await oneMore(page, 'Bowl of the last four').click();
      await expect(quantityOf(page, 'Bowl of the last four')).toHaveValue('4');
      await expect(page.getByText('Reserved for you')).toHaveCount(0);
      await page.getByRole('button', { name: 'Account' }).click();
      await page.getByRole('button', { name: 'Sign out' }).click();

      await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
      expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('plaza_')))).toEqual(
        [],
      );
    },
  );

  test('who returns too late sees what was sold, and holds the rest again with one click', async ({
    page,
    world,
    signInAs,
  }) => {
    const plate = await sell(world, 'Plate of the late', 3);
    const rival = await makePerson(world, { creditMinor: 1_000_000 });
    const person = await signInAs();
    await leaveCart(person, [{ id: plate, qty: 3 }]);
    await buy(rival, [{ id: plate, qty: 2 }]);
    await page.goto('/');
    await page.evaluate(
      (lines) =>
        sessionStorage.setItem(
          'plaza_hold',
          JSON.stringify({ lines, expiresAt: '2026-01-01T10:00:00.000Z', capAt: '2026-01-01T10:30:00.000Z' }),
        ),
      [{ id: plate, qty: 3 }],
    );
    await page.goto('/cart');
    await page.route('**/api/store/cart/hold', (route) => route.abort());

    const again = page.getByRole('button', { name: 'Reserve again' });
    await again.click();
    await expect(page.getByText(offline)).toBeVisible();
    await page.unroute('**/api/store/cart/hold');
    await again.click();

    await expect(page.getByRole('alert').filter({ hasText: 'only 1 left (you had 3)' })).toBeVisible();
    await expect(page.getByText('Reserved for you')).toBeVisible();
  });

  test('sees in the dialog that the added item was sold a moment before', long, async ({ page, world, signInAs }) => {
    const cup = await sell(world, 'Cup of a moment', 1);
    const rival = await makePerson(world, { creditMinor: 1_000_000 });
    await signInAs();
    await expect.poll(() => availableOf(page, cup)).toBe(1);
    await page.goto(`/products/${cup}`);
    await buy(rival, [{ id: cup, qty: 1 }]);

    await page.getByRole('button', { name: 'Add to cart' }).click();

    await expect(page.getByRole('dialog', { name: 'Sold out' })).toContainText('This item has just sold out.');
  });
});

test.describe('a guest', () => {
  test('sees sold-out and short lines, pays for neither, and keeps the focus when a line is removed', async ({
    page,
    world,
  }) => {
    const gone = demoThing('cream-water-pitcher');
    const pot = await sell(world, 'Pot of the last two', 2);
    await expect.poll(() => availableOf(page, pot)).toBe(2);
    await page.goto('/');
    await guestCart(page, [
      { id: gone.id, qty: 1 },
      { id: pot, qty: 3 },
    ]);
    await page.route('**/api/store/products?**', (route) => route.abort());
    await page.goto('/cart');
    const summary = page.getByRole('region', { name: 'Summary' });
    await expect(summary.getByRole('alert')).toContainText(offline);
    await expect(checkOut(page)).toBeDisabled();
    await page.unroute('**/api/store/products?**');
    await summary.getByRole('button', { name: 'Try again' }).click();

    await expect(page.getByRole('listitem').filter({ hasText: gone.title })).toContainText('Sold out.');
    await expect(page.getByText('Only 2 left; the total includes only these.')).toBeVisible();
    await expect(summary).toContainText('₴300');
    await expect(summary).toContainText('2 items');
    await expect(checkOut(page)).toBeEnabled();
    await page.getByRole('button', { name: `Remove ${gone.title}` }).click();
    await expect(page.getByRole('status').filter({ hasText: `${gone.title} was removed.` })).toBeFocused();
  });

  test('with a full cart sees that instead of a success message', long, async ({ page }) => {
    const mug = demoThing('speckled-stoneware-mug');
    await page.goto('/');
    await guestCart(
      page,
      Array.from({ length: 50 }, (_, n) => ({ id: `prd_full${n}`, qty: 1 })),
    );
    await page.goto(`/products/${mug.id}`);

    await page.getByRole('button', { name: 'Add to cart' }).click();

    await expect(page.getByRole('status').filter({ hasText: 'Your cart is full' })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});
