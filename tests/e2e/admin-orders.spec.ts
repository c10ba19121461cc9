import { buy, makePerson, sell } from '#tests/support/browser.ts';
import { expect, test, wear } from './fixtures/shop-test.ts';

test.describe('the console', () => {
  test.use({ refusals: [401, 403] });

  test('is closed to guests and to shoppers, each with the way on', async ({ page, signInAs }) => {
    const asGuest = await page.goto('/admin/orders');
    expect(asGuest?.status()).toBe(401);
    await expect(page.getByRole('heading', { name: 'Sign in to see this' })).toBeVisible();

    await signInAs({ role: 'visitor' });
    const asShopper = await page.goto('/admin/orders');

    expect(asShopper?.status()).toBe(403);
    await expect(page.getByRole('heading', { name: 'This part is not open to you' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'To the front page' })).toBeVisible();
    await expect(page.getByRole('table')).toHaveCount(0);
  });
});

test('an admin takes a paid order to shipped, its buyer sees it and confirms', async ({
  page,
  world,
  signInAs,
  openBrowser,
  baseURL,
}) => {
  const vase = await sell(world, 'Vase for the console', 3);
  const buyer = await signInAs({ creditMinor: 1_000_000 });
  const { id, number } = await buy(buyer, [{ id: vase, qty: 1 }]);
  const badge = page.getByRole('heading', { level: 1 }).locator('+ span');
  await page.goto(`/orders/${id}`);
  await expect(badge).toHaveText('Paid');

  const { desk, status } = await openDesk();
  await desk.goto('/admin/orders?status=paid');
  await expect(status).toHaveValue('paid');
  await status.selectOption('processing');
  await expect(desk.getByRole('row').filter({ hasText: number })).toHaveCount(0);
  await page.reload();
  await expect(badge).toHaveText('Being prepared');

  await desk.goto(`/admin/orders/${id}`);
  await status.selectOption('shipped');
  await expect(desk.getByRole('listitem').filter({ hasText: /shipped/i })).toBeVisible();
  await desk.reload();
  await expect(status).toHaveValue('shipped');
  await page.reload();
  await expect(badge).toHaveText('On its way');
  await page.getByRole('button', { name: 'I have received it' }).click();
  await expect(badge).toHaveText('Completed');
  await desk.reload();
  await expect(status).toHaveValue('completed');

  async function openDesk() {
    const context = await openBrowser();
    const admin = await makePerson(world, { role: 'admin', name: 'Andrii Admin' });
    await wear(context, admin.cookie, baseURL);
    const opened = await context.newPage();
    return { desk: opened, status: opened.getByRole('combobox', { name: `Status of order ${number}` }) };
  }
});
