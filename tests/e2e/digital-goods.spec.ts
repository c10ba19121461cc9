import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { fill } from '#lib/i18n/fill.ts';
import { locales } from '#lib/i18n/values.ts';
import { MOST_DOWNLOADS } from '#lib/store/limits.ts';
import { buy, makePerson, openShopOf } from '#tests/support/browser.ts';
import { looks } from './fixtures/form.ts';
import { expect, shoot, test, wear } from './fixtures/shop-test.ts';
import { expectSound } from './fixtures/sound.ts';
import { prefixOf, sellerWords, startOf, words } from './fixtures/words.ts';

const { editor, orders } = sellerWords.en;
const { orderFiles } = words.en;
const sectionOf = (page: Page) => page.getByRole('region', { name: editor.files, exact: true });
const fileNamed = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
const desktop = { width: 1440, height: 900 };

test(
  'a seller publishes a file, and its buyer downloads it until it was downloaded too often',
  looks,
  async ({ page, context, world, signInAs, baseURL }) => {
    test.slow();
    await page.setViewportSize(desktop);
    const seller = await signInAs();
    await openShopOf(seller, 'Kiln of songs');
    await page.goto('/sell/products/new');
    await page.getByRole('textbox', { name: editor.productTitle, exact: true }).fill('Songs of the kiln');
    await page.getByRole('textbox', { name: editor.price, exact: true }).fill('80');
    await page.getByRole('textbox', { name: editor.initialStock, exact: true }).fill('5');
    await page.getByRole('checkbox', { name: 'Tableware' }).check();
    await page.getByRole('combobox', { name: editor.fulfilment }).selectOption('digital');
    await expect(sectionOf(page)).toContainText(editor.filesAfterSave);
    await page.getByRole('button', { name: editor.saveDraft }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Songs of the kiln' })).toBeVisible();

    const section = sectionOf(page);
    const chosen = section.getByLabel(editor.chooseFiles);
    await chosen.setInputFiles([fileNamed('Song.txt', 'la la la')]);
    await expect(section.getByRole('listitem')).toHaveCount(1);
    const dataTransfer = await page.evaluateHandle(() => {
      const dragged = new DataTransfer();
      dragged.items.add(new File(['la'], 'Wrong.txt'));
      return dragged;
    });
    await section.getByText(startOf(editor.filesText)).dispatchEvent('drop', { dataTransfer });
    await expect(section.getByRole('listitem')).toHaveCount(2);
    await section.getByRole('button', { name: fill(editor.removeFile, { name: 'Wrong.txt' }, 'en') }).press('Enter');
    await expect(section.getByRole('listitem')).toHaveCount(1);
    await expect(chosen).toBeFocused();
    await expectSound(page, 'sell-product-files');
    for (const width of [360, 1440]) {
      await page.setViewportSize({ ...desktop, width });
      await shoot(page, `digital-editor-${width}`);
    }
    await page.getByRole('button', { name: editor.publish, exact: true }).click();
    await expect(page.getByText(editor.saved, { exact: true })).toBeVisible();
    const productId = page.url().split('/').at(-1) ?? '';

    const buyer = await makePerson(world, { name: 'Buyer of songs', creditMinor: 1_000_000 });
    await context.clearCookies();
    await wear(context, buyer.cookie, baseURL);
    const { id } = await buy(buyer, [{ id: productId, qty: 1 }]);
    await page.goto(`/orders/${id}`);
    const files = page.getByRole('region', { name: orderFiles.title, exact: true });
    await expect(files).toContainText(orderFiles.available);
    await expectSound(page, 'order-files');
    await page.setViewportSize(desktop);
    for (let n = 1; n <= MOST_DOWNLOADS; n++) {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        files.getByRole('link', { name: 'Song.txt', exact: true }).click(),
      ]);
      expect(file.suggestedFilename()).toBe('Song.txt');
      expect(readFileSync(await file.path(), 'utf8')).toBe('la la la');
    }
    for (const locale of locales) {
      await page.goto(`${prefixOf(locale)}/orders/${id}`);
      const there = page.getByRole('region', { name: words[locale].orderFiles.title, exact: true });
      await expect(there).toContainText(words[locale].orderFiles.spent);
      await expect(there.getByRole('link')).toHaveCount(0);
      for (const width of [360, 1440]) {
        await page.setViewportSize({ ...desktop, width });
        await shoot(page, `digital-order-${locale}-${width}`);
      }
    }

    await context.clearCookies();
    await wear(context, seller.cookie, baseURL);
    await page.goto(`/sell/orders/${id}`);
    await expect(page.getByRole('cell', { name: String(MOST_DOWNLOADS), exact: true })).toBeVisible();
    await page.getByRole('button', { name: orders.resetDownloads }).click();
    await expect(page.getByRole('button', { name: orders.resetDownloads })).toHaveCount(0);
    await expect(page.getByRole('cell', { name: '0', exact: true })).toBeVisible();
  },
);
