import { Products, Vendors } from '#lib/store/collections.ts';
import { makePerson, openShopOf, sell, sellTo } from '#tests/support/browser.ts';
import { putDelivery } from '#tests/support/deliveries.ts';
import { looks } from './fixtures/form.ts';
import { expect, test } from './fixtures/shop-test.ts';
import { expectSound } from './fixtures/sound.ts';
import { sellerWords } from './fixtures/words.ts';

const { overview: t } = sellerWords.en;

test('a seller sees the sales of thirty days and downloads them', looks, async ({ page, world, signInAs }) => {
  const vendorId = await openShopOf(await signInAs(), 'Kiln that counts');
  const [order] = await sellTo(await makePerson(world, { creditMinor: 9_000_000 }), vendorId);
  await world.data.update(Products, order?.lines[0]?.productId ?? '', { sold30d: 12 });

  const chart = page.getByRole('region', { name: /^Sales, UAH$/ });
  await expect(async () => {
    await page.goto('/sell');
    await expect(chart).toBeVisible({ timeout: 1_000 });
  }).toPass();

  await expect(page.getByRole('row').filter({ hasText: order?.lines[0]?.title ?? '' })).toContainText('12');
  await expectSound(page, 'sell-overview');
  await page.goto('/sell');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: t.salesCsv }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^sales-[\d-]{10}\.csv$/);
});

test('a seller without sales reads that there are none', looks, async ({ page, signInAs }) => {
  await openShopOf(await signInAs(), 'Kiln without a sale');
  await page.goto('/sell');

  await expect(page.getByText(t.noSales)).toBeVisible();
  await expect(page.getByRole('link', { name: t.lowStock })).toContainText('0');
  await expectSound(page, 'sell-overview-empty');
});

test('a new shop is led through its first steps until all are done', async ({ page, world, signInAs }) => {
  const vendorId = await openShopOf(await signInAs(), 'Kiln of the first day');
  await page.goto('/sell');
  const steps = page.getByRole('region', { name: t.firstSteps, exact: true });
  await expect(steps).toContainText('0 of 4 done');
  await steps.getByRole('link', { name: t.first_product, exact: true }).click();
  await expect(page).toHaveURL(/\/sell\/products\/new$/);

  await sell(world, 'First jug of the kiln', 4, 15_000, vendorId);
  await putDelivery(world, vendorId);
  await world.data.update(Vendors, vendorId, { about: 'We fire twice a week.' });
  await page.goto('/sell');
  await expect(steps).toContainText('3 of 4 done');
  await expect(steps.getByRole('link')).toHaveText([t.first_payout]);

  await world.data.update(Vendors, vendorId, { payoutLast4: '1234' });
  await page.goto('/sell');
  await expect(page.getByRole('heading', { name: t.salesTitle })).toBeVisible();
  await expect(steps).toHaveCount(0);
});
