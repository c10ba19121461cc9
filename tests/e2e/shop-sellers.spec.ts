import { Vendors } from '#lib/store/collections.ts';
import { leaveCart, makePerson, openShopOf, sell } from '#tests/support/browser.ts';
import { putDelivery } from '#tests/support/deliveries.ts';
import { demoThing } from './fixtures/demo-things.ts';
import { looks } from './fixtures/form.ts';
import { expect, shoot, test } from './fixtures/shop-test.ts';
import { expectSound } from './fixtures/sound.ts';
import { prefixOf, words } from './fixtures/words.ts';

const mug = demoThing('speckled-stoneware-mug');

test(
  'the cart and its drawer are grouped by seller, with a subtotal each',
  looks,
  async ({ page, world, signInAs }) => {
    const vendorId = await openShopOf(await makePerson(world), 'Kiln by the river');
    const { slug } = (await world.data.need(Vendors, vendorId)).data;
    const cup = await sell(world, 'River cup', 9, 20_000, vendorId);
    const bowl = await sell(world, 'River bowl', 9, 30_000, vendorId);
    await leaveCart(await signInAs(), [
      { id: cup, qty: 2 },
      { id: mug.id, qty: 1 },
      { id: bowl, qty: 1 },
    ]);

    for (const locale of ['en', 'uk', 'ru'] as const) {
      const { cart } = words[locale];
      await expect(async () => {
        await page.goto(`${prefixOf(locale)}/cart`);
        const kiln = page.getByRole('region', { name: 'Kiln by the river', exact: true });
        await expect(kiln.getByRole('listitem')).toHaveCount(2, { timeout: 2_000 });
      }).toPass({ timeout: 30_000 });
      const kiln = page.getByRole('region', { name: 'Kiln by the river', exact: true });
      await expect(kiln).toContainText(cart.subtotal);
      await expect(kiln).toContainText('700');
      await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(3);
      await shoot(page, `cart-by-seller-${locale}`);
    }
    await expectSound(page, 'cart-by-seller');

    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/products/${mug.id}/${mug.slug}`);
    await page.getByRole('button', { name: 'Add to cart', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'Added to your cart' });
    await expect(drawer.getByRole('listitem')).toHaveCount(3);
    await shoot(page, 'drawer-by-seller');
    await drawer.getByRole('button', { name: 'Remove River cup' }).click();
    await expect(drawer.getByRole('listitem')).toHaveCount(2);
    await expect(drawer.getByRole('status').filter({ hasText: 'River cup was removed.' })).toBeFocused();
    await drawer.getByRole('button', { name: 'Undo' }).click();
    await expect(drawer.getByRole('listitem')).toHaveCount(3);
    await drawer.getByRole('link', { name: 'Kiln by the river', exact: true }).click();
    await expect(page).toHaveURL(`/vendors/${slug}`);
  },
);

test('the home page shows makers whose counts are those of their pages', async ({ page }) => {
  for (const locale of ['en', 'uk', 'ru'] as const) {
    await page.goto(prefixOf(locale) || '/');
    await expect(page.getByRole('heading', { level: 2, name: words[locale].home.makers, exact: true })).toBeVisible();
    await shoot(page, `home-makers-${locale}`);
  }
  const makers = page
    .getByRole('heading', { level: 2, name: words.ru.home.makers, exact: true })
    .locator('..')
    .getByRole('listitem');
  expect(await makers.count()).toBeGreaterThan(1);
  expect(await makers.count()).toBeLessThanOrEqual(6);
  const count = Number(/(\d+)\sтовар/.exec((await makers.first().textContent()) ?? '')?.[1]);
  await makers.first().getByRole('link').click();
  await expect(page).toHaveURL(/\/ru\/vendors\//);
  await expect(page.getByRole('status').filter({ hasText: `${count} товар` })).toBeVisible();
});

test('the catalog can be narrowed to sellers, and each card leads to its seller', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/products');
  const sellers = page.getByRole('group', { name: 'Seller', exact: true });
  const first = sellers.getByRole('checkbox').first();
  const slug = (await first.getAttribute('value')) ?? '';
  await first.check();
  await expect(page).toHaveURL((url) => url.searchParams.get('vendors') === slug);
  const names = page.getByRole('article').getByRole('link').nth(1);
  await expect(names).toHaveAttribute('href', `/vendors/${slug}`);
  await expect(first).toBeChecked();
  await shoot(page, 'catalog-seller-1440');
  await page.getByRole('navigation', { name: 'Active filters' }).getByRole('link').first().click();
  await expect(page).not.toHaveURL(/vendors=/);
  await expect(first).not.toBeChecked();
  await page.getByRole('article').first().getByRole('link').nth(1).click();
  await expect(page).toHaveURL(/\/vendors\/[a-z0-9-]+$/);
});

test('a product names what its delivery costs and how long it takes', async ({ page, world }) => {
  const vendorId = await openShopOf(await makePerson(world), 'Kiln with a van');
  const cup = await sell(world, 'Cup from the van', 9, 20_000, vendorId);
  await page.goto(`/products/${mug.id}/${mug.slug}`);
  await expect(page.getByText('Delivery is arranged with the seller after you order.')).toBeVisible();
  await putDelivery(world, vendorId);
  for (const [front, text] of [
    ['', 'Delivery from ₴60, 2–4 days'],
    ['/uk', 'Доставка від 60'],
    ['/ru', 'Доставка от 60'],
  ] as const)
    await expect(async () => {
      await page.goto(`${front}/products/${cup}`);
      await expect(page.getByText(text)).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 30_000 });
});

test('a reader reports a seller, and asks the house by mail', async ({ page, world, signInAs }) => {
  const vendorId = await openShopOf(await makePerson(world), 'Kiln of doubtful cups');
  const { slug } = (await world.data.need(Vendors, vendorId)).data;
  const report = page.getByRole('main').getByRole('link', { name: 'Report', exact: true });
  // The server knows a new seller after a few seconds.
  await expect(async () => {
    await page.goto(`/vendors/${slug}`);
    await expect(report).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await report.click();
  await expect(page).toHaveURL(/\/sign-in/);

  await signInAs();
  await page.goto(`/vendors/${slug}`);
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Report Kiln of doubtful cups', exact: true });
  await dialog.getByRole('combobox').selectOption('scam');
  await dialog.getByRole('button', { name: 'Send report', exact: true }).click();
  await expect(dialog.getByRole('status')).toHaveText('Thank you. We will review it.');
  await dialog.getByRole('button', { name: 'Close', exact: true }).first().click();
  await expect(page.getByRole('button', { name: 'Report', exact: true })).toBeFocused();

  await page.goto('/vendors/plaza');
  await expect(page.getByRole('link', { name: 'Ask the seller', exact: true })).toHaveAttribute(
    'href',
    /^mailto:demo@plaza\.test\?subject=Plaza&body=.*vendors%2Fplaza$/,
  );
  await expect(page.getByRole('button', { name: 'Report', exact: true })).toHaveCount(0);
});
