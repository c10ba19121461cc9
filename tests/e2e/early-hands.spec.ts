import type { Page } from 'playwright/test';
import { expectBank } from './fixtures/bank.ts';
import { demoThing } from './fixtures/demo-things.ts';
import { long } from './fixtures/form.ts';
import { freshAddress, readCode } from './fixtures/mailbox.ts';
import { expect, test } from './fixtures/shop-test.ts';
import { words } from './fixtures/words.ts';

/** Opens a page as over a slow network: the document in full, its scripts only when the returned function is called. */
async function openWithoutScripts(page: Page, path: string): Promise<() => void> {
  const scripts = Promise.withResolvers<void>();
  await page.route('**/_next/static/**/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return scripts.resolve;
}

test('filters chosen before the scripts loaded are applied', long, async ({ page }) => {
  const letGo = await openWithoutScripts(page, '/products');
  await page.getByRole('checkbox', { name: 'Lighting' }).check();
  await page.getByRole('combobox', { name: 'Currency' }).selectOption('EUR');

  letGo();

  await expect(page).toHaveURL(/categories=lighting/);
  await expect(page.getByRole('article').first()).toContainText('€');
  await expect(page.getByRole('checkbox', { name: 'Lighting' })).toBeChecked();
  await expect(page.getByRole('combobox', { name: 'Currency' })).toHaveValue('EUR');
});

test('an address sent before the scripts loaded gets its mail, and is never in a URL', async ({ page, context }) => {
  const email = freshAddress('early');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const letGo = await openWithoutScripts(page, '/sign-in?next=/products');
  await page.getByRole('textbox', { name: 'Email address' }).fill(email);
  await page.getByRole('button', { name: 'Email me a code' }).click();

  letGo();

  await page.getByRole('textbox', { name: 'Six-digit code' }).fill(await readCode(context, email));
  await expect(page).toHaveURL('/products');
  await expect(page.getByRole('button', { name: 'Account' })).toBeVisible();
  expect(asked.filter((url) => url.includes('email=') || url.includes(encodeURIComponent(email)))).toEqual([]);
});

test('a product added before the scripts loaded is in the cart', async ({ page }) => {
  const mug = demoThing('speckled-stoneware-mug');
  const letGo = await openWithoutScripts(page, `/products/${mug.id}`);
  await page.getByRole('button', { name: 'Add to cart' }).click();

  letGo();

  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
});

test('the quantity is disabled before the scripts loaded', long, async ({ page }) => {
  const mug = demoThing('speckled-stoneware-mug');
  const letGo = await openWithoutScripts(page, `/products/${mug.id}`);
  const more = page.getByRole('button', { name: words.en.buy.more });
  await expect(more).toBeDisabled();
  await expect(page.getByRole('textbox', { name: words.en.buy.quantity })).not.toBeEditable();

  letGo();

  await more.click();
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await expect(page.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible();
});

test(
  'a question to a seller sent before the scripts loaded leads to the conversation',
  long,
  async ({ page, signInAs }) => {
    await signInAs();
    const mug = demoThing('speckled-stoneware-mug');
    const letGo = await openWithoutScripts(page, `/products/${mug.id}`);
    await page.getByRole('button', { name: /^Ask / }).click();

    letGo();

    await expect(page).toHaveURL(/\/messages\/cvs_/);
  },
);

test('a payment started before the scripts loaded leads to the bank', long, async ({ page, signInAs }) => {
  await signInAs();
  const letGo = await openWithoutScripts(page, '/wallet');
  await page.getByRole('button', { name: words.en.wallet.joinCard }).click();

  letGo();

  await expectBank(page);
});
