import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import type { Runtime } from '#lib/context/runtime.ts';
import { fill } from '#lib/i18n/fill.ts';
import { Vendors } from '#lib/store/collections.ts';
import { findDeliveries } from '#lib/store/delivery/vendor-deliveries.ts';
import { openShopOf } from '#tests/support/browser.ts';
import { putDelivery } from '#tests/support/deliveries.ts';
import { looks } from './fixtures/form.ts';
import { expect, test } from './fixtures/shop-test.ts';
import { expectSound } from './fixtures/sound.ts';
import { sellerWords } from './fixtures/words.ts';

const { settings: t, deliveries: d } = sellerWords.en;
const partOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const optionsOf = async (world: Runtime, vendorId: string) =>
  (await findDeliveries(world.data, vendorId)).map(({ data }) => data);

test('a seller changes the profile, and the page names what is wrong', looks, async ({ page, signInAs }) => {
  await openShopOf(await signInAs(), 'Kiln with a profile');
  await page.goto('/sell/settings');
  await page.getByLabel(t.slug).fill('Not an address');
  await page.getByRole('button', { name: t.save, exact: true }).click();
  await expect(page.getByText(t.bad_slug)).toBeVisible();
  await expect(page.getByLabel(t.slug)).toBeFocused();

  await page.getByLabel(t.slug).fill('kiln-with-a-new-address');
  await page.getByLabel(t.about).fill('We fire twice a week.');
  await expect(partOf(page, t.preview)).toContainText('We fire twice a week.');
  await page.getByRole('button', { name: t.save, exact: true }).click();

  await expect(page.getByText(t.saved, { exact: true })).toBeVisible();
  await expectSound(page, 'sell-settings');
  await page.goto('/sell/settings');
  await expect(page.getByLabel(t.about)).toHaveValue('We fire twice a week.');
});

test(
  'a seller adds, edits, orders, switches off and deletes delivery options',
  looks,
  async ({ page, world, signInAs }) => {
    const vendorId = await openShopOf(await signInAs(), 'Kiln that delivers');
    const part = partOf(page, d.title);
    const dialog = page.getByRole('dialog');
    const button = (name: string, value: string) =>
      part.getByRole('button', { name: fill(name, { name: value }, 'en'), exact: true });
    const field = (name: string) => dialog.getByRole('textbox', { name });
    await page.goto('/sell/settings');
    await expect(part.getByRole('listitem')).toContainText(d.arrangeEmpty);

    await part.getByRole('button', { name: d.add, exact: true }).click();
    await dialog.getByRole('button', { name: d.save, exact: true }).click();
    await expect(field('Name in English')).toBeFocused();
    await expect(field('Name in English')).toHaveAccessibleDescription(new RegExp(d.bad_name));
    await field('Name in English').fill('Courier');
    await field('Name in Ukrainian').fill('Кур’єр');
    await field('Price (UAH)').fill('60,50');
    await field('Free from (UAH)').fill('1000');
    await field(d.minDays).fill('4');
    await field(d.maxDays).fill('2');
    await dialog.getByRole('combobox', { name: d.country }).selectOption('Poland');
    await dialog.getByRole('button', { name: d.addCountry }).press('Enter');
    await expect(dialog.getByRole('listitem')).toHaveText('Poland');
    await dialog.getByRole('button', { name: d.save, exact: true }).click();
    await expect(field(d.maxDays)).toHaveAccessibleDescription(d.bad_maxDays);
    await field(d.maxDays).fill('5');
    await field(d.maxDays).press('Enter');
    await expect(dialog).toBeHidden();
    await expect(part.getByRole('listitem').first()).toContainText('₴60.50');
    expect(await optionsOf(world, vendorId)).toMatchObject([
      {
        ...{ name: { en: 'Courier', uk: 'Кур’єр', ru: 'Courier' }, method: 'courier', priceMinor: 6_050 },
        ...{ freeFromMinor: 100_000, minDays: 4, maxDays: 5, countries: ['PL'], active: true },
      },
    ]);

    await part.getByRole('button', { name: d.add, exact: true }).click();
    await field('Name in English').fill('Pickup in Lviv');
    await dialog.getByRole('combobox', { name: d.method }).selectOption('pickup');
    for (const name of ['Price (UAH)', d.minDays, d.maxDays]) await field(name).fill('0');
    await dialog.getByRole('button', { name: d.save, exact: true }).click();
    await expect(part.getByRole('listitem')).toHaveCount(3);
    await button(d.up, 'Pickup in Lviv').press('Enter');
    await expect(part.getByRole('listitem').first()).toContainText('Pickup in Lviv');
    expect((await optionsOf(world, vendorId)).map(({ name }) => name.en)).toEqual(['Pickup in Lviv', 'Courier']);

    await button(d.editOf, 'Courier').click();
    await expect(field('Price (UAH)')).toHaveValue('60.50');
    await dialog.getByRole('button', { name: 'Remove Poland' }).click();
    await dialog.getByRole('button', { name: d.save, exact: true }).click();
    await expect(part.getByRole('listitem').filter({ hasText: 'Courier' })).toContainText(d.everywhere);
    await button(d.switchOffOf, 'Courier').click();
    await expect(button(d.switchOnOf, 'Courier')).toBeVisible();
    await button(d.switchOffOf, d.arrange).click();
    await expect(button(d.switchOnOf, d.arrange)).toBeVisible();
    expect((await world.data.need(Vendors, vendorId)).data.arrangeAllowed).toBe(false);

    await button(d.removeOf, 'Pickup in Lviv').click();
    await dialog.getByRole('button', { name: d.remove, exact: true }).click();
    await expect(part.getByText(d.nothing)).toBeVisible();
    expect(await optionsOf(world, vendorId)).toMatchObject([{ name: { en: 'Courier' }, countries: [], active: false }]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await button(d.editOf, 'Courier').click();
    await expectSound(page, 'sell-delivery');
  },
);

test.describe('what the server refuses', () => {
  test.use({ refusals: [409, 400, 415] });

  test('a full list of options and a broken logo are explained', async ({ page, world, signInAs }) => {
    const vendorId = await openShopOf(await signInAs(), 'Kiln with every option');
    for (let position = 0; position < 11; position += 1)
      await putDelivery(world, vendorId, {
        ...{ name: { en: `Way ${position}`, uk: 'Шлях', ru: 'Путь' }, position, active: position < 10 },
      });
    await page.goto('/sell/settings');

    await partOf(page, d.title).getByRole('button', { name: 'Switch on Way 10', exact: true }).click();

    await expect(partOf(page, d.title).getByRole('alert')).toHaveText(sellerWords.en.problems.TooManyDeliveries);
    await page.locator('input[type=file]').setInputFiles({
      ...{ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no picture') },
    });
    await expect(partOf(page, t.logo).getByRole('alert')).toHaveText(t.logoRefused);
  });
});

test('a logo is uploaded and removed, and the public page shows it', async ({ page, world, signInAs }) => {
  const vendorId = await openShopOf(await signInAs(), 'Kiln with a logo');
  const part = partOf(page, t.logo);
  await page.goto('/sell/settings');
  await expect(part).toContainText(t.logoNone);

  const buffer = readFileSync('public/icons/icon-192.png');
  await page.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
  const logo = part.getByRole('img', { name: 'Logo of Kiln with a logo' });
  await expect.poll(() => logo.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0);
  await page.getByRole('link', { name: t.openPage }).click();
  await expect(page.getByRole('main').locator('img[src*="/api/media/"]').first()).toBeVisible();

  await page.goto('/sell/settings');
  await part.getByRole('button', { name: t.removeLogo, exact: true }).click();
  await expect(part).toContainText(t.logoNone);
  expect((await world.data.need(Vendors, vendorId)).data.logoFileId).toBeNull();
});

test('a suspended seller reads the settings and changes nothing but the payout account', async ({
  page,
  world,
  signInAs,
}) => {
  const vendorId = await openShopOf(await signInAs(), 'Kiln at rest');
  await putDelivery(world, vendorId);
  await world.data.update(Vendors, vendorId, { status: 'suspended' });
  await page.goto('/uk/sell/settings');

  const { settings, deliveries } = sellerWords.uk;
  await expect(partOf(page, deliveries.title)).toContainText('Кур’єр');
  await expect(partOf(page, deliveries.title).getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('button', { name: settings.uploadLogo })).toHaveCount(0);
  await expect(page.getByRole('button', { name: settings.save, exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: settings.changePayout })).toBeVisible();
});
