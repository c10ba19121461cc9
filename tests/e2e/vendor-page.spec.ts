import { VendorSlugs, Vendors } from '#lib/store/collections.ts';
import { setVendorStatus } from '#lib/store/vendors/vendors.ts';
import { makePerson, openShopOf, sell } from '#tests/support/browser.ts';
import { looks } from './fixtures/form.ts';
import { expect, test } from './fixtures/shop-test.ts';
import { expectSound } from './fixtures/sound.ts';

test.describe('the page of a seller', () => {
  test.use({ refusals: [404] });

  test('says that there are no products at the moment', looks, async ({ page, world }) => {
    const vendorId = await openShopOf(await makePerson(world), 'Kiln before its first cup');
    const { slug } = (await world.data.need(Vendors, vendorId)).data;

    await expect(async () => {
      await page.goto(`/vendors/${slug}`);
      await expect(page.getByText('No products at the moment')).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 30_000 });
    await expectSound(page, 'seller-empty');
  });

  test('shows who sells, and only the goods of that seller, with filters', looks, async ({ page, world }) => {
    const owner = await makePerson(world);
    const vendorId = await openShopOf(owner, 'Kiln on the hill');
    await world.data.update(Vendors, vendorId, {
      about: 'We throw every cup by hand.',
      deliveryNote: 'Packed in straw.',
      returnsNote: 'Send it back within 14 days.',
    });
    await sell(world, 'Hill cup, blue', 3, 20_000, vendorId);
    await sell(world, 'Hill cup, green', 0, 30_000, vendorId);
    await sell(world, 'Cup of the house', 5);
    const { slug } = (await world.data.need(Vendors, vendorId)).data;
    await world.data.create(VendorSlugs, `former-${slug}`, { vendorId, createdAt: world.now().toISOString() });

    await expect(async () => {
      await page.goto(`/vendors/former-${slug}`);
      await expect(page.getByRole('article')).toHaveCount(2, { timeout: 1_000 });
    }).toPass({ timeout: 30_000 });
    await expect(page).toHaveURL(`/vendors/${slug}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Kiln on the hill' })).toBeVisible();
    for (const text of ['We throw every cup by hand.', 'Packed in straw.', 'Send it back within 14 days.'])
      await expect(page.getByText(text)).toBeVisible();
    await expectSound(page, 'seller');

    // The filters stand beside the list.
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/uk/vendors/former-${slug}?sortBy=name`);
    await expect(page).toHaveURL(`/uk/vendors/${slug}?sortBy=name`);
    await page.getByRole('checkbox', { name: 'Лише в наявності' }).check();
    await expect(page).toHaveURL(new RegExp(`/uk/vendors/${slug}\\?.*inStock=true`));
    await expect(page.getByRole('article')).toHaveCount(1);
    await page.getByRole('article').getByRole('link').first().click();
    await page.getByRole('link', { name: 'Kiln on the hill' }).click();
    await expect(page).toHaveURL(`/uk/vendors/${slug}`);

    await page.goto(`/vendors/${slug}?max=1`);
    await expect(page.getByText('Try fewer filters or a different search term.')).toBeVisible();
    for (const nobody of ['nobody-at-all', encodeURIComponent('крамниця')])
      expect((await page.goto(`/vendors/${nobody}`))?.status()).toBe(404);

    await setVendorStatus(owner.ctx, vendorId, 'suspended');
    await expect(async () => expect((await page.goto(`/vendors/${slug}`))?.status()).toBe(404)).toPass();
  });
});
