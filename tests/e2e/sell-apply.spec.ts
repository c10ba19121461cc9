import type { Page } from 'playwright/test';
import { looks } from './fixtures/form.ts';
import { expect, test } from './fixtures/shop-test.ts';
import { expectSound } from './fixtures/sound.ts';
import { sellerWords } from './fixtures/words.ts';

const { apply: t } = sellerWords.en;
const IBAN = 'UA21 3223 1300 0002 6007 2335 6600 1';

async function fillApplication(page: Page, name: string): Promise<void> {
  await page.getByLabel(t.name).fill(name);
  await page.getByLabel(t.legalName).fill('Kiln LLC');
  await page.getByLabel(t.country).selectOption('UA');
  await page.getByLabel(t.taxId).fill('12345678');
  await page.getByLabel(t.accountHolder).fill('Kiln LLC');
  await page.getByLabel(t.iban).fill(IBAN);
}

test('an application that was not sent is kept in the browser, but not its bank details', async ({
  page,
  signInAs,
}) => {
  const { email } = await signInAs();
  await page.goto('/sell/apply');
  await expect(page.getByLabel(t.contactEmail)).toHaveValue(email);
  await fillApplication(page, 'Kiln that was not sent');

  await page.reload();

  await expect(page.getByLabel(t.name)).toHaveValue('Kiln that was not sent');
  await expect(page.getByLabel(t.country)).toHaveValue('UA');
  await expect(page.getByLabel(t.iban)).toHaveValue('');
  expect(
    await page.evaluate(() => JSON.stringify([localStorage, sessionStorage].map((storage) => Object.entries(storage)))),
  ).not.toContain('3223');
});

test('the application names what is missing and moves the focus there', looks, async ({ page, signInAs }) => {
  await signInAs();
  await page.goto('/sell/apply');
  await page.getByLabel(t.iban).fill('nothing');
  await page.getByRole('button', { name: t.send }).click();

  await expect(page.getByLabel(t.name)).toBeFocused();
  for (const problem of [t.bad_name, t.bad_legalName, t.bad_country, t.bad_taxId, t.bad_iban, t.bad_acceptedTerms])
    await expect(page.getByText(problem)).toBeVisible();
  await expectSound(page, 'sell-apply');
});
