import { buy, makePerson, sell } from '#tests/support/browser.ts';
import { expect, shoot, test, wear } from './fixtures/shop-test.ts';

test('a paid order’s document is shown to its buyer and to an admin, in the order’s language', async ({
  page,
  world,
  signInAs,
  openBrowser,
  baseURL,
}) => {
  const vase = await sell(world, 'Vase <b>for</b> the books', 5);
  const buyer = await signInAs({ creditMinor: 1_000_000 });
  const { id, number } = await buy(buyer, [{ id: vase, qty: 2 }]);

  await page.goto(`/orders/${id}/document`);
  const sheet = page.getByRole('article');
  await expect(sheet.getByRole('heading', { level: 1 })).toHaveText(/^Document \d{4}-\d{6}$/, { timeout: 20_000 });
  await expect(sheet).toContainText(number);
  await expect(sheet).toContainText('Vase <b>for</b> the books');
  await expect(sheet).toContainText('from your balance');
  const title = await sheet.getByRole('heading', { level: 1 }).textContent();
  await shoot(page, 'order-document');

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await shoot(page, 'order-document-print');
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });

  await page.goto(`/uk/orders/${id}`);
  await page.getByRole('link', { name: 'Документ для друку' }).click();
  await expect(page.getByRole('button', { name: 'Надрукувати' })).toBeVisible();
  // The document keeps the language of the order for every reader.
  await expect(sheet).toHaveAttribute('lang', 'en');
  await expect(sheet.getByRole('heading', { level: 1 })).toHaveText(title ?? '');

  const office = await openBrowser();
  await wear(office, (await makePerson(world, { role: 'admin' })).cookie, baseURL);
  const desk = await office.newPage();
  await desk.goto(`/admin/orders/${id}`);
  await expect(desk.getByRole('heading', { name: 'Emails' })).toBeVisible();
  await shoot(desk, 'admin-order-mails');
  await desk.getByRole('link', { name: /^Document / }).click();
  await expect(desk.getByRole('article').getByRole('heading', { level: 1 })).toHaveText(title ?? '');
});
