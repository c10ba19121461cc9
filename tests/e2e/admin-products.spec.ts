import en from '#lib/i18n/console/en/products.json' with { type: 'json' };
import vendorTexts from '#lib/i18n/console/en/vendors.json' with { type: 'json' };
import { Products } from '#lib/store/collections.ts';
import { makePerson, openShopOf, sell } from '#tests/support/browser.ts';
import { looks } from './fixtures/form.ts';
import { expect, shoot, test } from './fixtures/shop-test.ts';
import { expectSound } from './fixtures/sound.ts';

test('an admin finds the products of a seller and takes one down', looks, async ({ page, world, signInAs }) => {
  const vendorId = await openShopOf(await makePerson(world), 'Fennel Pottery');
  const jug = await sell(world, 'Jug of fennel', 3, 15_000, vendorId);
  await sell(world, 'Bowl of fennel', 3, 20_000, vendorId);
  await signInAs({ role: 'admin' });
  await page.goto(`/admin/vendors/${vendorId}`);
  await page.getByRole('link', { name: vendorTexts.allProducts, exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/products\?seller=fennel-pottery/);
  const rows = page.getByRole('row').filter({ hasText: 'of fennel' });
  await expect(async () => {
    await page.reload();
    await expect(rows).toHaveCount(2);
  }).toPass();

  await page.getByLabel(en.search, { exact: true }).fill('jug');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/seller=fennel-pottery.*q=jug|q=jug.*seller=fennel-pottery/);
  await expect(rows).toHaveCount(1);
  await expect(rows.getByRole('link', { name: 'Jug of fennel', exact: true })).toHaveAttribute(
    'href',
    new RegExp(`^/products/${jug}/`),
  );
  await expect(rows.getByRole('link', { name: 'Fennel Pottery', exact: true })).toHaveAttribute(
    'href',
    `/admin/vendors/${vendorId}`,
  );

  const takeDown = en.takeDownOf.replace('{title}', 'Jug of fennel');
  await rows.getByRole('button', { name: takeDown, exact: true }).press('Enter');
  const dialog = page.getByRole('dialog', { name: takeDown, exact: true });
  await dialog.getByRole('textbox').fill('A forgery');
  await dialog.getByRole('button', { name: en.takeDown, exact: true }).press('Enter');
  await expect(rows.getByText(en.status_blocked, { exact: true })).toBeVisible();
  await expect(rows.getByRole('link', { name: en.case, exact: true })).toHaveAttribute(
    'href',
    `/admin/moderation/${jug}`,
  );
  expect((await world.data.need(Products, jug)).data.status).toBe('blocked');
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await shoot(page, `admin-products-${width}`);
  }
  await page.goto('/admin/products');
  await shoot(page, 'admin-products-all-1440');
  await expectSound(page, 'the products of the console');
});
