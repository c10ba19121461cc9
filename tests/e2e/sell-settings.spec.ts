import { openShopOf } from '#tests/support/browser.ts';
import { looks } from './fixtures/form.ts';
import { expect, test } from './fixtures/shop-test.ts';
import { expectSound } from './fixtures/sound.ts';
import { sellerWords } from './fixtures/words.ts';

const { settings: t } = sellerWords.en;

test('a seller changes the profile, and the page names what is wrong', looks, async ({ page, signInAs }) => {
  await openShopOf(await signInAs(), 'Kiln with a profile');
  await page.goto('/sell/settings');
  await page.getByLabel(t.slug).fill('Not an address');
  await page.getByRole('button', { name: t.save, exact: true }).click();
  await expect(page.getByText(t.bad_slug)).toBeVisible();
  await expect(page.getByLabel(t.slug)).toBeFocused();

  await page.getByLabel(t.slug).fill('kiln-with-a-new-address');
  await page.getByLabel(t.about).fill('We fire twice a week.');
  await page.getByRole('button', { name: t.save, exact: true }).click();

  await expect(page.getByText(t.saved, { exact: true })).toBeVisible();
  await expectSound(page, 'sell-settings');
  await page.goto('/sell/settings');
  await expect(page.getByLabel(t.about)).toHaveValue('We fire twice a week.');
});
