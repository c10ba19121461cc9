import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright/test';
import { fill } from '#lib/i18n/fill.ts';
import { MediaFiles, Products } from '#lib/store/collections.ts';
import { openShopOf, sell } from '#tests/support/browser.ts';
import { looks } from './fixtures/form.ts';
import { expect, test } from './fixtures/shop-test.ts';
import { expectSound } from './fixtures/sound.ts';
import { sellerWords } from './fixtures/words.ts';

const { products: list, editor } = sellerWords.en;

const picture = readFileSync('public/demo/brass-pen-1.webp');
const titleOf = (page: Page) => page.getByRole('textbox', { name: editor.productTitle, exact: true });
const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });

test(
  'a seller without products is led to the first one, which is kept as a draft',
  looks,
  async ({ page, signInAs }) => {
    await openShopOf(await signInAs(), 'Kiln without products');
    await page.goto('/sell/products');
    await expect(page.getByRole('heading', { name: list.emptyTitle })).toBeVisible();
    await page.getByRole('link', { name: list.addFirst }).click();

    await page.getByRole('button', { name: editor.saveDraft }).click();
    await expect(page.getByText(editor.bad_title)).toBeVisible();
    await titleOf(page).fill('Vase of the first day');
    await page.getByRole('textbox', { name: editor.price, exact: true }).fill('120,50');
    await page.getByRole('checkbox', { name: 'Tableware' }).check();
    await page.getByRole('button', { name: editor.saveDraft }).click();

    await expect(page.getByRole('heading', { level: 1, name: 'Vase of the first day' })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(list.is_draft);
    await expectSound(page, 'sell-product');
  },
);

test.describe('an administrator who sells', () => {
  test.use({ refusals: [404] });

  test('adds pictures and a product to the own shop, and sees no product of another', async ({
    page,
    world,
    signInAs,
  }) => {
    const vendorId = await openShopOf(await signInAs({ role: 'admin' }), 'Kiln beside the desk');
    await page.goto('/sell/products/new');
    await titleOf(page).fill('Tile of an administrator');
    await page.getByRole('textbox', { name: editor.price, exact: true }).fill('80');
    await page.getByRole('checkbox', { name: 'Tableware' }).check();
    const [uploaded] = await Promise.all([
      page.waitForResponse((reply) => reply.url().endsWith('/api/media')),
      page.locator('input[type=file]').setInputFiles({ name: 'tile.webp', mimeType: 'image/webp', buffer: picture }),
    ]);
    const { file } = (await uploaded.json()) as { file: { id: string } };
    expect((await world.data.need(MediaFiles, file.id)).data.vendorId).toBe(vendorId);
    await page.getByRole('button', { name: 'Remove picture 1' }).click();
    await page.getByRole('button', { name: editor.publish, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Tile of an administrator' })).toBeVisible();

    const id = page.url().split('/').at(-1) ?? '';
    expect((await world.data.need(Products, id)).data.vendorId).toBe(vendorId);
    await page.goto('/sell/products');
    await expect(rowOf(page, 'Tile of an administrator')).toBeVisible();

    const ofHouse = await sell(world, 'Tile of the house', 5);
    expect((await page.goto(`/sell/products/${ofHouse}`))?.status()).toBe(404);
  });
});

test('chosen products change their status with a result each', looks, async ({ page, world, signInAs }) => {
  const vendorId = await openShopOf(await signInAs(), 'Kiln with a list');
  for (const title of ['Jug to hide', 'Bowl to hide', 'Plate that stays'])
    await sell(world, title, 4, 15_000, vendorId);
  await page.goto('/sell/products');
  await expectSound(page, 'sell-products');

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('checkbox', { name: 'Select Jug to hide' }).check();
  await page.getByRole('checkbox', { name: 'Select Bowl to hide' }).check();
  await page.getByRole('button', { name: list.hide, exact: true }).click();

  await expect(page.getByText('Jug to hide: done')).toBeVisible();
  await expect(page.getByText('Bowl to hide: done')).toBeVisible();
  await expect(rowOf(page, 'Jug to hide')).toContainText(list.is_hidden);
  await expect(rowOf(page, 'Plate that stays')).toContainText(list.is_published);
});

test('the stock changes in the list, by keyboard, once', async ({ page, world, signInAs }) => {
  const vendorId = await openShopOf(await signInAs(), 'Kiln with a shelf');
  await sell(world, 'Jar that arrives', 4, 15_000, vendorId);
  await page.goto('/sell/products');
  const button = page.getByRole('button', { name: 'Change the stock of Jar that arrives: 4' });

  await button.press('Enter');
  await page.getByRole('textbox', { name: list.delta, exact: true }).fill('3');
  await page.getByRole('textbox', { name: list.delta, exact: true }).press('Enter');

  await expect(page.getByRole('button', { name: 'Change the stock of Jar that arrives: 7' })).toBeVisible();
});

test('a picture is uploaded, described and saved, and the shop shows it until it is removed', async ({
  page,
  openBrowser,
  world,
  signInAs,
}) => {
  const seller = await signInAs();
  const id = await sell(world, 'Lamp with a picture', 4, 15_000, await openShopOf(seller, 'Kiln with a camera'));
  await page.goto(`/sell/products/${id}`);
  const save = async () => {
    await page.getByRole('button', { name: editor.save, exact: true }).click();
    await expect(page.getByText(editor.saved)).toBeVisible();
  };
  const isDrawn = (image: Locator) =>
    expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0);

  const buffer = readFileSync('public/icons/icon-192.png');
  await page.locator('input[type=file]').setInputFiles({ name: 'lamp.png', mimeType: 'image/png', buffer });
  await page.getByRole('textbox', { name: fill(editor.alt, { number: 1 }, 'en') }).fill('A lamp on a shelf');
  await save();
  await page.reload();
  await isDrawn(page.getByRole('main').getByRole('img', { name: 'A lamp on a shelf' }).first());

  const visitor = await (await openBrowser()).newPage();
  await visitor.goto(`/products/${id}`);
  const shown = visitor.getByRole('main').getByRole('img', { name: 'A lamp on a shelf' });
  await isDrawn(shown);
  expect(await shown.getAttribute('srcset')).toContain('/api/media/fil_');

  await page.getByRole('button', { name: fill(editor.removePicture, { number: 1 }, 'en') }).click();
  await save();
  await visitor.reload();
  await expect(visitor.getByRole('heading', { level: 1, name: 'Lamp with a picture' })).toBeVisible();
  await expect(shown).toHaveCount(0);
});

test.describe('an outdated editor', () => {
  test.use({ refusals: [409] });

  test('shows both versions of a product that someone else saved, and loses neither', async ({
    page,
    world,
    signInAs,
  }) => {
    const seller = await signInAs();
    const id = await sell(world, 'Lamp of two tabs', 4, 15_000, await openShopOf(seller, 'Kiln of two tabs'));
    await page.goto(`/sell/products/${id}`);
    const title = titleOf(page);
    await expect(title).toHaveValue('Lamp of two tabs');
    const other = await page.context().newPage();
    await other.goto(`/sell/products/${id}`);
    await titleOf(other).fill('Lamp of the other tab');
    await other.getByRole('button', { name: editor.save, exact: true }).click();
    await expect(other.getByText(editor.saved)).toBeVisible();

    await title.fill('Lamp of this tab');
    await page.getByRole('button', { name: editor.save, exact: true }).click();

    const dialog = page.getByRole('dialog', { name: editor.staleTitle });
    await expect(dialog).toContainText('Lamp of the other tab');
    await expect(dialog).toContainText('Lamp of this tab');
    await dialog.getByRole('button', { name: editor.keepYours }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Lamp of this tab' })).toBeVisible();
  });
});
