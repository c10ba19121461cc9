import type { Page } from 'playwright/test';
import type { Runtime } from '#lib/context/runtime.ts';
import en from '#lib/i18n/console/en/vendors.json' with { type: 'json' };
import ru from '#lib/i18n/console/ru/vendors.json' with { type: 'json' };
import uk from '#lib/i18n/console/uk/vendors.json' with { type: 'json' };
import { locales } from '#lib/i18n/values.ts';
import { Vendors } from '#lib/store/collections.ts';
import { refusePart } from '#lib/store/parts/refuse-part.ts';
import { sealAccount } from '#lib/store/vendors/payout-seal.ts';
import { buy, makePerson, openShopOf, sell } from '#tests/support/browser.ts';
import { lookIn } from './fixtures/form.ts';
import { expect, test } from './fixtures/shop-test.ts';
import { expectSound, findingsOf, NARROWEST, widthOf } from './fixtures/sound.ts';

const texts = { en, uk, ru } as const;
const IBAN = 'UA213223130000026007233566001';

/** Opens a shop with a product, whose owner has asked to be paid to another account. */
async function shopOf(world: Runtime, name: string): Promise<string> {
  const owner = await makePerson(world, { name: `Owner of ${name}` });
  const id = await openShopOf(owner, name);
  await sell(world, `Vase of ${name}`, 3, 15_000, id);
  const askedAt = world.now().toISOString();
  const account = sealAccount(world, id, { iban: IBAN, accountHolder: 'Olena Koval' });
  await world.data.update(Vendors, id, { payoutPending: { ...account, askedAt, askedBy: owner.ctx.user.id } });
  return id;
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const rowOf = async (world: Runtime, id: string) => (await world.data.need(Vendors, id)).data;

test('an admin finds a seller, suspends it, lets it sell again and changes its commission', async ({
  page,
  world,
  signInAs,
}) => {
  const id = await shopOf(world, 'Zinnia Pottery');
  await signInAs({ role: 'admin' });
  await page.goto('/admin/vendors');
  await page.getByLabel(en.search).fill('zinnia');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/q=zinnia/);
  await page.getByRole('link', { name: 'Zinnia Pottery' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Zinnia Pottery' })).toBeVisible();
  await expect(page.getByText('Vase of Zinnia Pottery')).toBeVisible();

  const dialog = page.getByRole('dialog');
  await button(page, en.suspend).press('Enter');
  await dialog.getByRole('button', { name: en.suspend }).press('Enter');
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await dialog.getByRole('textbox').fill('Sends nothing');
  await dialog.getByRole('button', { name: en.suspend }).press('Enter');
  await expect(page.getByText(en.suspendedBy_admin)).toBeVisible();
  expect((await rowOf(world, id)).status).toBe('suspended');

  await button(page, en.reinstate).press('Enter');
  await dialog.getByRole('button', { name: en.reinstate }).press('Enter');
  await expect(button(page, en.suspend)).toBeVisible();

  await button(page, en.change).press('Enter');
  await dialog.getByLabel(en.commissionPercent).fill('7.5');
  await dialog.getByRole('button', { name: en.save }).press('Enter');
  await expect(page.getByText('7.5%')).toBeVisible();
  expect((await rowOf(world, id)).commissionBps).toBe(750);
});

test('an admin sees which seller refuses many parts', async ({ page, world, signInAs }) => {
  const seller = await makePerson(world);
  const vendorId = await openShopOf(seller, 'Quince that refuses');
  const jug = await sell(world, 'Jug that is refused', 20, 1_000, vendorId);
  const buyer = await makePerson(world, { creditMinor: 50_000 });
  for (let n = 0; n < 10; n += 1) {
    const { id } = await buy(buyer, [{ id: jug, qty: 1 }]);
    const because = { code: 'out_of_stock', reason: 'It broke' } as const;
    if (n < 3) await refusePart(seller.ctx, { vendorId, isOther: false }, id, because);
  }
  await signInAs({ role: 'admin' });
  // The server knows a new seller after a few seconds.
  await expect(async () => {
    await page.goto('/admin/vendors?q=quince');
    const row = page.getByRole('row').filter({ hasText: 'Quince that refuses' });
    await expect(row).toContainText(en.refusesOften, { timeout: 1_000 });
  }).toPass();

  await page.getByRole('link', { name: 'Quince that refuses' }).click();

  await expect(page.getByText('3 of 10 parts paid in the last 30 days were refused (30%).')).toBeVisible();
  await expect(page.getByRole('main')).toContainText(`${en.openParts}7`);
});

test('an admin reads the account that a seller has asked for, and confirms it', async ({ page, world, signInAs }) => {
  const id = await shopOf(world, 'Aster Glass');
  await signInAs({ role: 'admin' });
  await page.goto(`/admin/vendors/${id}`);

  await button(page, en.readAccount).press('Enter');
  await expect(page.getByText(IBAN)).toBeVisible();
  await button(page, en.confirmAccount).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: en.confirmAccount }).press('Enter');

  await expect(button(page, en.confirmAccount)).toHaveCount(0);
  expect(await rowOf(world, id)).toMatchObject({ payoutLast4: '6001', payoutPending: null });
});

for (const [at, locale] of locales.entries())
  test(`the pages of sellers are sound in ${locale}`, lookIn(at, 0), async ({ page, world, signInAs }) => {
    const t = texts[locale];
    const id = await shopOf(world, `Гончарня Довгоназвана-Нескінченна ${locale}`);
    await signInAs({ role: 'admin', locale });

    await page.goto('/admin/vendors');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.title);
    await expectSound(page, `vendors-${locale}`);
    await page.goto(`/admin/vendors/${id}`);
    await expect(page.getByRole('heading', { level: 2, name: t.account })).toBeVisible();
    await expectSound(page, `vendor-${locale}`);
    await button(page, t.change).press('Enter');
    await expect(page.getByRole('dialog').getByLabel(t.commissionPercent)).toBeVisible();
    expect(await findingsOf(page)).toEqual([]);
    expect(await widthOf(page)).toBeLessThanOrEqual(NARROWEST);
  });
