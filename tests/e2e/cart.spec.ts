import type { Page } from 'playwright/test';
import { cancelOwnOrder } from '#lib/store/orders/cancel-own-order.ts';
import { buy, leaveCart, makePerson, order, sell } from '#tests/support/browser.ts';
import { availableOf, demoThing } from './fixtures/demo-things.ts';
import { long } from './fixtures/form.ts';
import { readCode } from './fixtures/mailbox.ts';
import { expect, shoot, test, wear } from './fixtures/shop-test.ts';
import { fromBalance } from './fixtures/words.ts';

const quantityOf = (page: Page, title: string) => page.getByRole('textbox', { name: `Quantity of ${title}` });
const storedKeys = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort());

/** Stores a guest's cart as an earlier visit would have left it. */
const guestCart = (page: Page, items: readonly { id: string; qty: number }[]) =>
  page.evaluate(
    (lines) => localStorage.setItem('platform_cart', JSON.stringify({ v: 1, items: lines, updatedAt: '' })),
    items,
  );

test('the drawer shows the total of the whole cart, and its picture without a network', async ({ page, context }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  const mug = demoThing('speckled-stoneware-mug');
  const drawer = page.getByRole('dialog');
  await page.goto(`/products/${mug.id}`);
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await expect(drawer.getByText('Cart total')).toBeVisible();
  const total = drawer.getByText('Cart total').locator('..');
  await expect(total).toContainText('₴');
  await shoot(page, 'drawer-360');
  const drawn = (await total.textContent()) ?? '';
  await page.goto('/cart');
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText(drawn.replace('Cart total', ''));

  await page.goto(`/products/${demoThing('narrow-bud-vase').id}`);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Add to cart' }).click();
  const picture = drawer.locator('img:visible').first();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await context.setOffline(false);
});

test.describe('a shopper with a cart on the server', () => {
  const [mug, bowl, vase] = ['speckled-stoneware-mug', 'deep-ramen-bowl', 'narrow-bud-vase'].map((slug) =>
    demoThing(slug),
  );

  test('gets that cart on sign-in, and restores the guest’s items with one click', async ({ page, context, world }) => {
    if (!mug || !bowl || !vase) throw new Error('the demo lacks its tableware');
    const person = await makePerson(world);
    await leaveCart(person, [{ id: mug.id, qty: 1 }]);
    await page.goto('/cart');
    await guestCart(page, [
      { id: mug.id, qty: 3 },
      { id: bowl.id, qty: 2 },
      { id: vase.id, qty: 1 },
    ]);

    await page.goto('/sign-in?next=/cart');
    await page.getByRole('textbox', { name: 'Email address' }).fill(person.email);
    await page.getByRole('button', { name: 'Email me a code' }).click();
    await page.getByRole('textbox', { name: 'Six-digit code' }).fill(await readCode(context, person.email));

    await expect(page.getByText('You had 3 more items in your cart.')).toBeVisible();
    await expect(quantityOf(page, mug.title)).toHaveValue('1');
    await expect(quantityOf(page, bowl.title)).toHaveCount(0);
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect(quantityOf(page, bowl.title)).toHaveValue('2');
    await expect(quantityOf(page, vase.title)).toHaveValue('1');
    await expect(quantityOf(page, mug.title)).toHaveValue('1');
    await expect(page.getByText('You had 3 more items in your cart.')).toHaveCount(0);
    expect(await storedKeys(page)).not.toContain('platform_cart_backup');
  });
});

test.describe('a shopper who wants more than is in stock', () => {
  test.use({ refusals: [409] });

  test('sees what is left of each line, and the cart is set to that', async ({ page, world, signInAs }) => {
    const lantern = await sell(world, 'Lantern of the last three', 5);
    const rival = await makePerson(world, { creditMinor: 1_000_000 });
    const person = await signInAs();
    await leaveCart(person, [{ id: lantern, qty: 4 }]);
    await expect.poll(() => availableOf(page, lantern)).toBe(5);
    await page.goto('/cart');
    await expect.poll(() => storedKeys(page)).toContain('platform_cart');
    await buy(rival, [{ id: lantern, qty: 2 }]);

    await page.getByRole('button', { name: 'One more of Lantern of the last three' }).click();

    await expect(page.getByRole('alert').filter({ hasText: 'only 3 left (you had 5)' })).toBeVisible();
    await expect(quantityOf(page, 'Lantern of the last three')).toHaveValue('3');
    await page.getByRole('button', { name: 'Got it' }).click();
    await page.reload();
    await expect(quantityOf(page, 'Lantern of the last three')).toHaveValue('3');
  });

  test('sees the name of a stored item that was sold since', long, async ({ page, world, signInAs }) => {
    const candle = await sell(world, 'Candle of the last one', 1);
    const rival = await makePerson(world, { creditMinor: 1_000_000 });
    await signInAs();
    await page.goto('/');
    const aside = { items: [{ id: candle, qty: 1 }], savedAt: new Date().toISOString() };
    await page.evaluate((kept) => localStorage.setItem('platform_cart_backup', JSON.stringify(kept)), aside);
    await buy(rival, [{ id: candle, qty: 1 }]);

    await page.goto('/cart');
    await page.getByRole('button', { name: 'Restore' }).click();

    await expect(page.getByRole('alert').filter({ hasText: 'Candle of the last one: sold out' })).toBeVisible();
  });

  test(
    'sees which other items were reduced when an order returned to the cart',
    long,
    async ({ page, world, signInAs }) => {
      const [jug, tray] = [await sell(world, 'Jug to order again', 5), await sell(world, 'Tray of the last three', 3)];
      const rival = await makePerson(world, { creditMinor: 1_000_000 });
      const person = await signInAs();
      const { id } = await order(person, [{ id: jug, qty: 1 }]);
      await cancelOwnOrder(person.ctx, id);
      await leaveCart(person, [{ id: tray, qty: 3 }]);
      await buy(rival, [{ id: tray, qty: 2 }]);

      await page.goto(`/orders/${id}`);
      await page.getByRole('button', { name: 'Order again' }).click();
      await expect(page.getByText('Open it to see what has changed')).toBeVisible();
      await page.getByRole('link', { name: 'View cart' }).click();

      await expect(
        page.getByRole('alert').filter({ hasText: 'Tray of the last three: only 1 left (you had 3)' }),
      ).toBeVisible();
      await expect(quantityOf(page, 'Tray of the last three')).toHaveValue('1');
      await expect(quantityOf(page, 'Jug to order again')).toHaveValue('1');
    },
  );

  test(
    'is not charged at checkout, and orders what is left with one click',
    long,
    async ({ page, world, signInAs }) => {
      const vase = await sell(world, 'Vase everybody wants', 4);
      const rival = await makePerson(world, { creditMinor: 1_000_000 });
      const person = await signInAs({ creditMinor: 1_000_000 });
      await leaveCart(person, [{ id: vase, qty: 3 }]);
      await expect.poll(() => availableOf(page, vase)).toBe(4);
      await buy(rival, [{ id: vase, qty: 2 }]);

      await page.goto('/checkout');

      await expect(
        page.getByText('Some items have sold out in the meantime. You have not been charged.'),
      ).toBeVisible();
      await expect(page.getByText('Vase everybody wants: 2 left')).toBeVisible();
      await page.getByRole('button', { name: 'Order what is left' }).click();
      await fromBalance(page);
      await page.getByRole('button', { name: 'Pay ₴300' }).click();
      await expect(page.getByText('Thank you. Your order is paid')).toBeVisible();
    },
  );
});

test('a sold-out product is shown and cannot be added to the cart', long, async ({ page }) => {
  const gone = demoThing('cream-water-pitcher');
  await page.goto('/products?search=pitcher');
  const card = page.getByRole('article').filter({ hasText: gone.title });
  await expect(card.getByText('Sold out')).toBeVisible();

  await card.getByRole('link', { name: gone.title }).click();

  await expect(page.getByRole('heading', { level: 1, name: gone.title })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Sold out' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add to cart' })).toHaveCount(0);
});

test('a change appears at once in another tab, and a removed line is restored with one click', async ({
  page,
  context,
}) => {
  const mug = demoThing('speckled-stoneware-mug');
  await page.goto('/');
  await guestCart(page, [{ id: mug.id, qty: 2 }]);
  await page.goto('/cart');
  const other = await context.newPage();
  await other.goto('/');
  await expect(other.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible();

  await page.getByRole('button', { name: `One more of ${mug.title}` }).click();
  await expect(other.getByRole('link', { name: 'Cart, 3 items' })).toBeVisible();
  await page.getByRole('button', { name: `Remove ${mug.title}` }).click();
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
  await expect(other.getByRole('link', { name: 'Cart, empty' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(quantityOf(page, mug.title)).toHaveValue('3');
});

test.describe('a browser after sign-out', () => {
  // The bell may have requested its list a moment before.
  test.use({ refusals: [401] });

  test('keeps nothing of the cart, and its old session is over', async ({ page, context, signInAs, baseURL }) => {
    const mug = demoThing('speckled-stoneware-mug');
    const person = await signInAs();
    await leaveCart(person, [{ id: mug.id, qty: 2 }]);
    await page.goto('/cart');
    await expect(quantityOf(page, mug.title)).toHaveValue('2');
    await expect.poll(() => storedKeys(page)).toContain('platform_cart');

    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();

    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Cart, empty' })).toBeVisible();
    expect((await storedKeys(page)).filter((key) => key.startsWith('platform_cart'))).toEqual([]);
    await wear(context, person.cookie, baseURL);
    expect((await page.request.get('/api/auth/session').then((reply) => reply.json())).user).toBeNull();
  });
});
