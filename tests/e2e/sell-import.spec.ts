import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { fill } from '#lib/i18n/fill.ts';
import { productsNewestFirst } from '#lib/store/catalog/queries.ts';
import { openShopOf, sell } from '#tests/support/browser.ts';
import { readCsv } from '#tests/support/csv.ts';
import { looks } from './fixtures/form.ts';
import { expect, test } from './fixtures/shop-test.ts';
import { expectSound } from './fixtures/sound.ts';
import { sellerWords } from './fixtures/words.ts';

const { csv: t } = sellerWords.en;
const choose = (page: Page, name: string, table: string) =>
  page
    .getByRole('dialog')
    .getByLabel(t.importFile)
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(table) });

test(
  'a seller downloads the products, checks a changed table first, and imports the same table',
  looks,
  async ({ page, world, signInAs }) => {
    const vendorId = await openShopOf(await signInAs(), 'Kiln with a table');
    const id = await sell(world, 'Jug of the table', 4, 15_000, vendorId);
    const productsNow = async () =>
      (await world.data.find(productsNewestFirst({ vendorId }, 10))).rows.map(({ data }) => data);
    await page.goto('/sell/products');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: t.exportCsv }).click(),
    ]);
    expect(readCsv(readFileSync(await download.path(), 'utf8'))).toMatchObject([{ id, title: 'Jug of the table' }]);

    await page.getByRole('button', { name: t.importCsv }).press('Enter');
    const dialog = page.getByRole('dialog', { name: t.importTitle });
    await choose(
      page,
      'kiln.csv',
      [
        'id,sku,title,price,categories,stock,status',
        `${id},,Jug with a new name,,,,`,
        ',K-1,Bowl of the table,99.50,tableware,3,draft',
        ',K-1,Bowl again,99.50,tableware,3,draft',
        ',,Bowl without a price,cheap,tableware,3,draft',
      ].join('\n'),
    );
    await expect(dialog.getByRole('status')).toHaveText(fill(t.importChecked, { name: 'kiln.csv' }, 'en'));
    const rows = dialog.getByRole('row');
    await expect(rows.filter({ hasText: t.row_RepeatedSku })).toContainText('4');
    await expect(rows.filter({ hasText: t.cell_price })).toContainText('price');
    expect((await productsNow()).map(({ title }) => title)).toEqual(['Jug of the table']);
    await expectSound(page, 'sell-import');

    await page.setViewportSize({ width: 1440, height: 900 });
    const sent = page.waitForRequest((request) => request.url().includes('/import'));
    await dialog.getByRole('button', { name: 'Import 2 rows', exact: true }).press('Enter');
    expect((await sent).headers()['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    await expect(dialog.getByRole('status')).toHaveText(fill(t.importDone, { name: 'kiln.csv' }, 'en'));
    await expect(dialog.getByRole('button', { name: 'Import 2 rows' })).toHaveCount(0);
    await dialog.getByRole('button', { name: t.close, exact: true }).last().click();

    await expect(page.getByRole('row').filter({ hasText: 'Bowl of the table' })).toBeVisible();
    expect((await productsNow()).map(({ title }) => title).sort()).toEqual([
      'Bowl of the table',
      'Jug with a new name',
    ]);
  },
);

test.describe('a file that is no table of products', () => {
  test.use({ refusals: [400] });

  test('is refused with its reason in the reader’s language, and another file can be chosen', async ({
    page,
    signInAs,
  }) => {
    await openShopOf(await signInAs(), 'Kiln with a broken table');
    const { csv } = sellerWords.uk;
    await page.goto('/uk/sell/products');
    await page.getByRole('button', { name: csv.importCsv }).click();
    const dialog = page.getByRole('dialog', { name: csv.importTitle });
    const file = dialog.getByLabel(csv.importFile);

    await file.setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('id,colour\n') });
    await expect(dialog.getByRole('alert')).toHaveText('Стовпця «colour» не існує.');
    await expect(file).toHaveAccessibleDescription('Стовпця «colour» не існує.');
    await file.setInputFiles({ name: 'b.csv', mimeType: 'text/csv', buffer: Buffer.from('title\n') });
    await expect(dialog.getByRole('status')).toHaveText(fill(csv.importChecked, { name: 'b.csv' }, 'uk'));
    await expect(dialog.getByRole('alert')).toHaveCount(0);
    await expect(dialog).toContainText(csv.importNothing);
  });
});
