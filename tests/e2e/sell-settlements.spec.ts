import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { moneyText } from '#lib/i18n/money-text.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { makePerson, openShopOf, sellTo } from '#tests/support/browser.ts';
import { lookIn } from './fixtures/form.ts';
import { expect, shoot, test } from './fixtures/shop-test.ts';
import { prefixOf, sellerWords, words } from './fixtures/words.ts';

const looks: readonly { readonly locale: Locale; readonly colorScheme: 'light' | 'dark'; readonly width: number }[] = [
  { locale: 'en', colorScheme: 'light', width: 1440 },
  { locale: 'en', colorScheme: 'dark', width: 360 },
  { locale: 'uk', colorScheme: 'light', width: 360 },
  { locale: 'ru', colorScheme: 'dark', width: 1440 },
];

const openMenu = (page: Page, locale: Locale) =>
  page.getByRole('button', { name: words[locale].shell.account, exact: true }).click();

for (const [at, { locale, colorScheme, width }] of looks.entries()) {
  const look = `${locale}-${colorScheme}-${width}`;
  const t = words[locale].settlements;

  test.describe(look, lookIn(at, 3), () => {
    test.use({ colorScheme, viewport: { width, height: 800 } });

    test('a seller sees each sale with their share, and downloads the table', async ({ page, world, signInAs }) => {
      const seller = await signInAs({ locale });
      const vendorId = await openShopOf(seller, `Kiln ${look}`);
      const buyer = await makePerson(world, { creditMinor: 9_000_000 });
      const [cheap, dear] = await sellTo(buyer, vendorId);
      const money = (minor: number) => moneyText(minor, 'UAH', locale);

      await page.goto(`${prefixOf(locale)}/`);
      await openMenu(page, locale);
      await page.getByRole('link', { name: words[locale].shell.myShop }).click();
      await expect(page.getByRole('heading', { level: 1, name: sellerWords[locale].overview.title })).toBeVisible();
      if (width < 900) await page.getByRole('button', { name: sellerWords[locale].shell.openMenu }).click();
      await page.getByRole('link', { name: sellerWords[locale].shell.settlements, exact: true }).first().click();
      await expect(page.getByRole('heading', { level: 1, name: t.title })).toBeVisible();

      const rows = page.getByRole('row');
      await expect(rows.filter({ hasText: dear?.number ?? '' })).toContainText(money(1_125_000));
      await expect(rows.filter({ hasText: cheap?.number ?? '' })).toContainText(money(139_262));
      await expect(rows.filter({ hasText: cheap?.number ?? '' })).toContainText(t.state_accrued);
      await expect(page.getByRole('definition').first()).toHaveText(money(1_125_000 + 139_262));
      await expect(page.getByRole('main')).not.toContainText(buyer.email);
      await shoot(page, `settlements-${look}`);

      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: t.download }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/^settlements-\d{4}-\d{2}-\d{2}\.csv$/);
      const table = readFileSync(await download.path(), 'utf8');
      expect(table).toContain(`,${vendorId},accrued,UAH,12500.00,1250.00,11250.00,`);
      expect(table.trimEnd().split('\r\n')).toHaveLength(3);
    });
  });
}

test('a seller without sales sees an explanation', async ({ page, signInAs }) => {
  await openShopOf(await signInAs(), 'A kiln that is still cold');

  await page.goto('/sell/settlements');

  await expect(page.getByText(words.en.settlements.emptyTitle)).toBeVisible();
  await expect(page.getByRole('link', { name: words.en.settlements.download })).toHaveCount(0);
  await shoot(page, 'settlements-empty');
});

test.describe('a person without a shop', () => {
  test.use({ refusals: [401, 403] });

  test('sees no link to a shop of their own, and gets 403 on its settlements', async ({ page, signInAs }) => {
    expect((await page.goto('/sell/settlements'))?.status()).toBe(401);

    await signInAs();
    await page.goto('/');
    await openMenu(page, 'en');
    await expect(page.getByRole('link', { name: words.en.shell.wallet })).toBeVisible();
    await expect(page.getByRole('link', { name: words.en.shell.myShop })).toHaveCount(0);
    expect((await page.goto('/sell/settlements'))?.status()).toBe(403);
    await expect(page.getByRole('heading', { name: 'You do not have access to this page' })).toBeVisible();
  });
});
