import { locales } from '#lib/i18n/values.ts';
import { setVendorStatus } from '#lib/store/vendors/vendors.ts';
import { makePerson, openShopOf, sellTo } from '#tests/support/browser.ts';
import { everyLook, looks } from './fixtures/form.ts';
import { everySellerPage } from './fixtures/seller-pages.ts';
import { expect, shoot, test } from './fixtures/shop-test.ts';
import { expectSound, findingsOf, NARROWEST, widthOf } from './fixtures/sound.ts';
import { prefixOf, sellerWords, words } from './fixtures/words.ts';

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 800 };
const { overview, shell } = sellerWords.en;

test('a guest is invited to sell inside the shop, and asked to sign in', looks, async ({ page }) => {
  await page.setViewportSize(WIDE);
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Sell on Plaza' }).click();

  await expect(page.getByRole('heading', { level: 1, name: overview.sellTitle })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('10%');
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(page.getByRole('link', { name: overview.signIn })).toBeVisible();
  await expectSound(page, 'sell-guest');
});

test('the console of a seller has a layout of its own, and the shop is one link away', async ({ page, signInAs }) => {
  await page.setViewportSize(WIDE);
  await openShopOf(await signInAs(), 'Kiln with a menu');
  await page.goto('/sell');

  await expect(page.getByRole('heading', { level: 1, name: overview.title })).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  const menu = page.getByRole('navigation', { name: shell.console });
  await expect(menu.getByRole('link', { name: shell.overview })).toHaveAttribute('aria-current', 'true');
  await menu.getByRole('link', { name: shell.settlements }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settlements' })).toBeVisible();
  await expect(menu.getByRole('link', { name: shell.settlements })).toHaveAttribute('aria-current', 'true');

  await page.getByRole('link', { name: shell.openShop }).click();
  await expect(page.getByRole('contentinfo')).toBeVisible();
});

test('on a narrow screen a bar opens the menu, which closes after a choice', async ({ page, signInAs }) => {
  await page.setViewportSize(NARROW);
  await openShopOf(await signInAs({ locale: 'uk' }), 'Kiln in a pocket');
  await page.goto('/uk/sell');
  const texts = sellerWords.uk.shell;
  const menu = page.getByRole('navigation', { name: texts.console });
  await expect(menu).toBeHidden();

  await page.getByRole('button', { name: texts.openMenu }).click();
  expect(await findingsOf(page)).toEqual([]);
  await menu.getByRole('link', { name: texts.settlements }).click();

  await expect(page).toHaveURL(/\/uk\/sell\/settlements$/);
  await expect(menu).toBeHidden();
});

test('a suspended seller reads what that means and still sees the money', looks, async ({ page, world, signInAs }) => {
  const seller = await signInAs();
  const vendorId = await openShopOf(seller, 'Kiln on hold');
  await sellTo(await makePerson(world, { creditMinor: 9_000_000 }), vendorId);
  await setVendorStatus(seller.ctx, vendorId, 'suspended');
  await page.goto('/sell');

  await expect(page.getByText(overview.title_suspended)).toBeVisible();
  await expectSound(page, 'sell-suspended');
  await page.goto('/sell/settlements');
  await expect(page.getByRole('heading', { level: 1, name: 'Settlements' })).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: words.en.settlements.download }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^settlements-.*\.csv$/);
});

test.describe('someone else', () => {
  test.use({ refusals: [403, 404] });

  test(
    'without a vendor sees the refusal inside the console, and the invitation',
    looks,
    async ({ page, signInAs }) => {
      await page.setViewportSize(WIDE);
      await signInAs();
      await page.goto('/sell/settlements');
      await expect(page.getByRole('heading', { level: 1, name: shell.deniedTitle })).toBeVisible();
      await expectSound(page, 'sell-denied');

      await page.goto('/sell/settlements');
      await page.getByRole('link', { name: shell.toOverview }).click();
      await expect(page.getByRole('heading', { level: 1, name: overview.sellTitle })).toBeVisible();
      await expectSound(page, 'sell-invited');

      await page.goto('/sell/nowhere');
      await expect(page.getByRole('heading', { level: 1, name: shell.missingTitle })).toBeVisible();
      await expectSound(page, 'sell-missing');
    },
  );

  test('whose vendor is not approved yet sees no settlements', async ({ page, signInAs }) => {
    const seller = await signInAs();
    await setVendorStatus(seller.ctx, await openShopOf(seller, 'Kiln that waits'), 'applied');
    await page.goto('/sell');

    await expect(page.getByText(overview.title_applied)).toBeVisible();
    await page.goto('/sell/settlements');
    await expect(page.getByRole('heading', { level: 1, name: shell.deniedTitle })).toBeVisible();
  });
});

for (const locale of locales)
  test(
    `every page of a seller is sound in ${locale}, in each theme and width`,
    everyLook,
    async ({ page, world, signInAs }) => {
      const seller = await signInAs({ locale, name: 'Олена Гончар' });
      const found: string[] = [];
      for (const [at, path] of (await everySellerPage(world, seller)).entries()) {
        await page.goto(`${prefixOf(locale)}${path}`);
        await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
        for (const theme of ['light', 'dark'] as const)
          for (const width of [360, 768, 1440]) {
            await page.setViewportSize({ width, height: 800 });
            await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
            found.push(...(await findingsOf(page)).map((one) => `${path} ${locale} ${theme} ${width}: ${one}`));
            await shoot(page, `sell-${String(at).padStart(2, '0')}-${locale}-${theme}-${width}`);
          }
        await page.setViewportSize({ width: NARROWEST, height: 640 });
        if ((await widthOf(page)) > NARROWEST) found.push(`${path} ${locale}: wider than ${NARROWEST}`);
      }

      expect(found).toEqual([]);
    },
  );
