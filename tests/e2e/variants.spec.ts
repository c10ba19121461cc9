import type { Page } from 'playwright/test';
import { productsNewestFirst } from '#lib/store/catalog/queries.ts';
import { ProductFamilies, Products } from '#lib/store/collections.ts';
import { createVariants } from '#lib/store/families/new-variants.ts';
import { createFamily } from '#lib/store/families/own-families.ts';
import { actingVendor } from '#lib/store/vendors/acting-vendor.ts';
import { openShopOf, type Person, sell } from '#tests/support/browser.ts';
import { looks } from './fixtures/form.ts';
import { expect, shoot, test } from './fixtures/shop-test.ts';
import { expectSound } from './fixtures/sound.ts';
import { sellerWords, words } from './fixtures/words.ts';

const { editor, families } = sellerWords.en;
const { card } = words.en;

/** Puts a shirt in two sizes and two colors on sale, without a blue one in L. S in blue is sold out. */
async function sellShirts({ ctx: asked }: Person, vendorId: string, from: string): Promise<void> {
  const ctx = { ...asked, user: { ...asked.user, vendorId } };
  const acting = await actingVendor(ctx, 'write');
  const options = [
    { name: 'Size', names: {}, values: ['S', 'L'].map((value) => ({ value, labels: {} })) },
    { name: 'Color', names: {}, values: ['Red', 'Blue'].map((value) => ({ value, labels: {} })) },
  ];
  const { id } = await createFamily(ctx, acting, { productId: from, options, values: ['S', 'Red'] });
  const variants = [
    { values: ['S', 'Blue'], stock: 0, sku: null },
    { values: ['L', 'Red'], stock: 4, sku: 'SHIRT-L', priceMinor: 20_000 },
  ];
  await createVariants(ctx, acting, id, { variants }, undefined);
}

/** The accessible name of a sold-out value. A space may precede the comma, which begins an element of its own. */
const soldOut = new RegExp(`^Blue ?, ${card.soldOut}$`);
const option = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}:`) });

test(
  'the variants of a product are one card, and links on its page that keep the scroll',
  looks,
  async ({ page, world, signInAs }) => {
    const seller = await signInAs();
    const vendorId = await openShopOf(seller, 'Kiln of shirts');
    const id = await sell(world, 'Shirt of variants', 3, 15_000, vendorId);
    await sellShirts(seller, vendorId, id);

    await expect(async () => {
      await page.goto('/products?search=Shirt+of+variants');
      await expect(page.getByRole('article')).toHaveCount(1);
      await expect(page.getByRole('article')).toContainText('3 options');
    }).toPass();
    await expect(page.getByRole('article')).toContainText(card.from.replace('{price}', '').trim());
    await shoot(page, 'variants-card');
    await page.getByRole('link', { name: 'Shirt of variants', exact: true }).click();

    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shirt of variants, S, Red');
    const [sizes, colors] = [option(page, 'Size'), option(page, 'Color')];
    await expect(sizes.getByRole('link', { name: 'S', exact: true })).toHaveAttribute('aria-current', 'true');
    await expect(colors.getByRole('link', { name: soldOut })).toBeVisible();
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await shoot(page, `variants-page-${width}`);
    }

    await page.setViewportSize({ width: 1440, height: 500 });
    await sizes.getByRole('link', { name: 'L', exact: true }).focus();
    await page.mouse.wheel(0, 200);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
    const before = await page.evaluate(() => scrollY);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shirt of variants, L, Red');
    expect(await page.evaluate(() => scrollY)).toBe(before);
    // No blue one exists in L, so the color leads to the one in S.
    await expect(colors.getByRole('link', { name: soldOut })).toHaveAttribute('href', /\/products\/prd_/);
    await page.getByRole('button', { name: words.en.buy.add, exact: true }).click();
    await expect(page.getByRole('dialog', { name: words.en.buy.added })).toContainText('Size: L, Color: Red');
    await page.goto('/cart');
    await expect(page.getByText('Size: L, Color: Red')).toBeVisible();
    await expectSound(page, 'a cart with a variant');
  },
);

test('a seller gives a product options and creates its variants', looks, async ({ page, world, signInAs }) => {
  const vendorId = await openShopOf(await signInAs(), 'Kiln of sizes');
  const id = await sell(world, 'Bowl of sizes', 3, 15_000, vendorId);
  await page.goto(`/sell/products/${id}`);
  const panel = page.getByRole('region', { name: families.variants, exact: true });
  await panel.getByRole('textbox', { name: families.optionName.replace('{number}', '1') }).fill('Size');
  await panel.getByRole('textbox', { name: families.optionValues.replace('{number}', '1') }).fill('S, M, L');
  await panel.getByRole('combobox', { name: families.ownValue.replace('{option}', 'Size') }).selectOption('M');
  await panel.getByRole('button', { name: families.start, exact: true }).click();

  await expect(panel.getByRole('row')).toHaveCount(2);
  await panel.getByRole('checkbox', { name: 'S', exact: true }).check();
  await panel.getByRole('checkbox', { name: 'L', exact: true }).check();
  await panel.getByLabel(families.priceOf.replace('{variant}', 'L').replace('{currency}', 'UAH')).fill('180');
  await panel.getByLabel(families.stockOf.replace('{variant}', 'S')).fill('7');
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await panel.scrollIntoViewIfNeeded();
    await shoot(page, `variants-editor-${width}`);
  }
  await panel.getByRole('button', { name: 'Create 2 variants', exact: true }).click();

  await expect(panel.getByRole('row')).toHaveCount(4);
  await expect(panel.getByText(families.complete)).toBeVisible();
  const { rows } = await world.data.find(productsNewestFirst({ vendorId }, 10));
  expect(Object.fromEntries(rows.map(({ data }) => [data.optionValues.join(), data.priceMinor]))).toEqual({
    ...{ S: 15_000, M: 15_000, L: 18_000 },
  });
  await shoot(page, 'variants-editor-complete');

  await page.getByRole('checkbox', { name: editor.forAll.replace('{count}', '3') }).check();
  await page.getByRole('textbox', { name: editor.productTitle, exact: true }).fill('Bowl in all sizes');
  await page.getByRole('textbox', { name: new RegExp(`^${editor.sku}`) }).fill('BOWL-M');
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await shoot(page, `variants-for-all-${width}`);
  }
  await page.getByRole('button', { name: editor.save, exact: true }).click();
  await expect(page.getByText(editor.saved, { exact: true })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: editor.forAll.replace('{count}', '3') })).not.toBeChecked();
  const { rows: renamed } = await world.data.find(productsNewestFirst({ vendorId }, 10));
  expect(renamed.map(({ data }) => `${data.title} ${data.sku}`).toSorted()).toEqual(
    ['BOWL-M', 'null', 'null'].map((sku) => `Bowl in all sizes ${sku}`),
  );

  await panel.getByRole('button', { name: families.separateOf.replace('{variant}', 'M') }).click();
  await expect(panel.getByRole('button', { name: families.start, exact: true })).toBeVisible();
  expect((await world.data.need(Products, id)).data.familyId).toBeNull();
  const [family] = (await world.data.getMany(ProductFamilies, [rows[0]?.data.familyId ?? ''])).filter(Boolean);
  expect(family?.data.members).toHaveLength(2);
  await expectSound(page, 'the variants of a product');
});
