import { order } from '#tests/support/browser.ts';
import { demoThing } from './fixtures/demo-things.ts';
import { expect, test } from './fixtures/shop-test.ts';
import { findingsOf } from './fixtures/sound.ts';

const mug = demoThing('speckled-stoneware-mug');
const WIDE = { width: 1440, height: 900 };

test.beforeEach(({ page }) => page.setViewportSize(WIDE));

test('the palette leads to a page, to the thing of a number and to a search', async ({ page, signInAs }) => {
  const { number } = await order(await signInAs({ role: 'admin' }), [{ id: mug.id, qty: 1 }]);
  await page.goto('/admin');
  const field = page.getByRole('combobox', { name: 'Go to or find' });

  await test.step('by the beginning of a word', async () => {
    await page.keyboard.press('Control+k');
    await expect(field).toBeFocused();
    await expect(page.getByRole('dialog').getByRole('option', { name: 'Settings' })).toHaveCount(0);
    expect(await findingsOf(page)).toEqual([]);
    await field.fill('paym');
    await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText('Payments');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
  });

  await test.step('a number in small letters', async () => {
    await page.keyboard.press('Control+k');
    await field.fill(number.toLowerCase());
    await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText(`Open ${number}`);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/admin\/orders(\/|\?)/);
  });

  await test.step('any other text', async () => {
    await page.keyboard.press('Control+k');
    await field.fill('blue & white');
    await page.getByRole('dialog').getByRole('option', { name: 'Search mail for “blue & white”' }).click();
    await expect(page).toHaveURL('/admin/inbox?q=blue%20%26%20white');
  });

  await test.step('Escape returns the focus', async () => {
    await page.goto('/admin/orders');
    const link = page.getByRole('link', { name: 'Open shop' });
    await link.focus();
    await page.keyboard.press('Control+k');
    await expect(field).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(link).toBeFocused();
  });
});

test('the palette opens the list of keys at the first try', async ({ page, signInAs }) => {
  await signInAs({ role: 'admin' });
  await page.goto('/admin');

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Go to or find' }).fill('keyboard');
  await page.keyboard.press('Enter');

  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Go to: Payments');
  await expect(page.getByRole('combobox')).toHaveCount(0);
});

test('a dialog that could not be loaded leaves the page as it is, and opens after a retry', async ({
  page,
  signInAs,
}) => {
  await signInAs({ role: 'admin' });
  let isDown = false;
  // Watched from the start, so that the browser keeps nothing that it could open the dialog with.
  await page.route('**/_next/static/**', (route) => (isDown ? route.abort() : route.continue()));
  await page.goto('/admin');
  isDown = true;

  await page.keyboard.press('Control+k');
  const notice = page.getByRole('alert').filter({ hasText: 'This part did not load' });
  await expect(notice).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  expect(await findingsOf(page)).toEqual([]);

  isDown = false;
  await notice.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('combobox', { name: 'Go to or find' })).toBeFocused();
  await expect(notice).toHaveCount(0);
});

test('the palette speaks the language of its reader, on a Cyrillic keyboard too', async ({ page, signInAs }) => {
  await signInAs({ role: 'admin', locale: 'uk' });
  await page.goto('/admin');

  await page.evaluate(() =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'л', code: 'KeyK', ctrlKey: true, bubbles: true })),
  );
  await page.getByRole('combobox', { name: 'Перейти або знайти' }).fill('мод');

  await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText('Модерація');
});

test('keys lead through the console, and can be turned off for the account', async ({ page, signInAs }) => {
  await order(await signInAs({ role: 'admin' }), [{ id: mug.id, qty: 1 }]);
  await page.goto('/admin');

  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.locator('main tbody tr').first().getByRole('link').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/orders\/ord_/);

  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help).toContainText('Go to: Payments');
  expect(await findingsOf(page)).toEqual([]);
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await help.getByRole('checkbox', { name: 'Enable single-key shortcuts' }).uncheck();
  await saved;
  await help.getByRole('button', { name: 'Close' }).click();

  await page.reload();
  await page.keyboard.press('?');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Go to or find' })).toBeFocused();
  await expect(help).toHaveCount(0);
});

test('a saved view is a chip above its list until it is deleted', async ({ page, signInAs }) => {
  await signInAs({ role: 'admin' });
  await page.goto('/admin/orders');
  const views = page.getByRole('region', { name: 'Saved views' });
  await expect(views.getByRole('button', { name: 'Save view' })).toHaveCount(0);

  await page.goto('/admin/orders?status=paid');
  await views.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('To pack');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(views.getByRole('link', { name: 'To pack' })).toHaveAttribute('aria-current', 'page');

  const menu = page.getByRole('navigation', { name: 'Console' });
  await menu.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await menu.getByRole('link', { name: 'Orders' }).click();
  await views.getByRole('link', { name: 'To pack' }).click();
  await expect(page).toHaveURL('/admin/orders?status=paid');
  expect(await findingsOf(page)).toEqual([]);
  const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await views.getByRole('button', { name: 'Delete view To pack' }).click();
  await deleted;
  await page.reload();
  await expect(views.getByRole('link')).toHaveCount(0);
});

test('the focus stays near a saved view that is deleted, and a failed deletion says why', async ({
  page,
  signInAs,
}) => {
  await signInAs({ role: 'admin' });
  const views = page.getByRole('region', { name: 'Saved views' });
  const save = views.getByRole('button', { name: 'Save view' });
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  for (const [status, name] of [
    ['paid', 'To pack'],
    ['processing', 'Packing'],
    ['shipped', 'On the way'],
  ] as const) {
    await page.goto(`/admin/orders?status=${status}`);
    await save.click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(save).toBeFocused();
    // A dialog that is closing has no role; the button opens it again once it is gone.
    await expect(page.getByRole('dialog', { name: 'Save view', includeHidden: true })).toHaveCount(0);
    await save.press('Enter');
    await dialog.getByRole('textbox').fill(name);
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(views.getByRole('link', { name })).toBeFocused();
  }

  const path = '**/api/admin/console-preferences/views/*';
  await page.route(path, (route) => route.abort());
  const second = views.getByRole('button', { name: 'Delete view Packing' });
  await second.press('Enter');
  await expect(views.getByRole('alert')).toContainText(/The view was not deleted.*No connection/);
  await expect(second).toBeFocused();
  expect(await findingsOf(page)).toEqual([]);
  await page.unroute(path);

  await second.press('Enter');
  await expect(views.getByRole('link', { name: 'On the way' })).toBeFocused();
  await expect(views.getByRole('alert')).toHaveCount(0);
  await views.getByRole('button', { name: 'Delete view On the way' }).press('Enter');
  await expect(views.getByRole('link', { name: 'To pack' })).toBeFocused();
  await views.getByRole('button', { name: 'Delete view To pack' }).press('Enter');
  await expect(views.getByRole('link')).toHaveCount(0);
  await expect(save).toBeFocused();
});

test('the overview opens with the money of the range beside the days before it', async ({ page, signInAs }) => {
  await signInAs({ role: 'admin' });
  await page.goto('/admin');
  const sales = page.getByRole('region', { name: 'Sales' });

  await expect(sales).toContainText('New accounts');
  await sales.getByRole('link', { name: '30 days' }).click();

  await expect(page).toHaveURL('/admin?range=30d');
  await expect(sales.getByRole('link', { name: '30 days' })).toHaveAttribute('aria-current', 'page');
});
