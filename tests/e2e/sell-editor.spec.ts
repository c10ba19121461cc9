import type { Page } from 'playwright/test';
import { productsNewestFirst } from '#lib/store/catalog/queries.ts';
import { Products } from '#lib/store/collections.ts';
import { openShopOf, sell } from '#tests/support/browser.ts';
import { expect, test } from './fixtures/shop-test.ts';
import { sellerWords } from './fixtures/words.ts';

const { editor, problems } = sellerWords.en;
const titleOf = (page: Page) => page.getByRole('textbox', { name: editor.productTitle, exact: true });

test.describe('a digital product without a file', () => {
  test.use({ refusals: [400] });

  test('is not published, and becomes one that is shipped', async ({ page, world, signInAs }) => {
    const id = await sell(world, 'Pattern to print', 4, 15_000, await openShopOf(await signInAs(), 'Kiln of patterns'));
    await world.data.update(Products, id, { fulfilment: 'digital', status: 'draft' });

    await page.goto(`/sell/products/${id}`);
    await page.getByRole('button', { name: editor.publish, exact: true }).click();
    await expect(page.getByText(editor.bad_fulfilment)).toBeVisible();
    await page.getByRole('combobox', { name: editor.fulfilment }).selectOption('physical');
    await page.getByRole('button', { name: editor.publish, exact: true }).click();

    await expect(page.getByText(editor.saved)).toBeVisible();
    expect((await world.data.need(Products, id)).data).toMatchObject({ fulfilment: 'physical', status: 'published' });
  });
});

test.describe('an outdated editor', () => {
  test.use({ refusals: [409] });

  test('keeps the status that was pressed when the own version is kept', async ({ page, world, signInAs }) => {
    const id = await sell(world, 'Lamp to hide', 4, 15_000, await openShopOf(await signInAs(), 'Kiln that hides'));
    await page.goto(`/sell/products/${id}`);
    const other = await page.context().newPage();
    await other.goto(`/sell/products/${id}`);
    await titleOf(other).fill('Lamp of the other tab');
    await other.getByRole('button', { name: editor.save, exact: true }).click();
    await expect(other.getByText(editor.saved)).toBeVisible();

    await page.getByRole('button', { name: editor.hide, exact: true }).click();
    await page.getByRole('dialog', { name: editor.staleTitle }).getByRole('button', { name: editor.keepYours }).click();

    await expect(page.getByRole('button', { name: editor.hide, exact: true })).toBeHidden();
    await expect(page.getByText(editor.saved)).toBeVisible();
    expect((await world.data.need(Products, id)).data.status).toBe('hidden');
  });
});

test.describe('a new product whose answer is lost', () => {
  test.use({ refusals: [409] });

  test('is made once, also after its seller has changed it and pressed again', async ({ page, world, signInAs }) => {
    const vendorId = await openShopOf(await signInAs(), 'Kiln with a bad line');
    await page.goto('/sell/products/new');
    await titleOf(page).fill('Jug of the lost answer');
    await page.getByRole('textbox', { name: editor.price, exact: true }).fill('80');
    await page.getByRole('checkbox', { name: 'Tableware' }).check();
    let isLost = true;
    await page.route('**/api/store/products', async (route) => {
      if (!isLost) return route.continue();
      isLost = false;
      await route.fetch();
      return route.abort();
    });
    await page.getByRole('button', { name: editor.saveDraft }).click();
    await expect(page.getByText(problems.Unreachable)).toBeVisible();

    await titleOf(page).fill('Jug of the second answer');
    for (const _ of ['once', 'twice']) {
      const answer = page.waitForResponse('**/api/store/products');
      await page.getByRole('button', { name: editor.saveDraft }).click();
      expect((await answer).status()).toBe(409);
      await expect(page.getByText(problems.IdempotencyMismatch)).toBeVisible();
    }

    const { rows } = await world.data.find(productsNewestFirst({ vendorId }, 10));
    expect(rows.map(({ data }) => data.title)).toEqual(['Jug of the lost answer']);
  });
});
