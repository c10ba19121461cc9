import { buy, makePerson, order, sell } from '#tests/support/browser.ts';
import { long } from './fixtures/form.ts';
import { expect, test, wear } from './fixtures/shop-test.ts';

test.describe('the console', () => {
  test.use({ refusals: [401, 403] });

  test('is closed to guests and shoppers, and shows each a way on', async ({ page, signInAs }) => {
    const asGuest = await page.goto('/admin/orders');
    expect(asGuest?.status()).toBe(401);
    await expect(page.getByRole('heading', { name: 'Sign in to see this page' })).toBeVisible();

    await signInAs({ role: 'visitor' });
    const asShopper = await page.goto('/admin/orders');

    expect(asShopper?.status()).toBe(403);
    await expect(page.getByRole('heading', { name: 'You do not have access to this page' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Go to the home page' })).toBeVisible();
    await expect(page.getByRole('table')).toHaveCount(0);
  });
});

test('an admin moves a paid order to shipped, and its buyer sees and confirms that', async ({
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

  const { desk, status, confirm } = await openDesk();
  await desk.goto('/admin/orders?status=paid');
  await expect(status).toHaveValue('paid');
  await status.selectOption('processing');
  await confirm('Being prepared');
  await expect(desk.getByRole('row').filter({ hasText: number })).toHaveCount(0);
  // The update comes through the tunnel: the page's own refresh would come much later.
  await expect(badge).toHaveText('Being prepared');

  await desk.goto(`/admin/orders/${id}`);
  await status.selectOption('shipped');
  await confirm('Shipped');
  await expect(desk.getByRole('region', { name: 'History' }).getByText('Shipped')).toBeVisible();
  await expect(badge).toHaveText('Shipped');
  await desk.reload();
  await expect(status).toHaveValue('shipped');
  await page.getByRole('button', { name: 'Confirm receipt' }).click();
  await expect(badge).toHaveText('Completed');
  await desk.reload();
  await expect(status).toHaveValue('completed');

  async function openDesk() {
    const context = await openBrowser();
    const admin = await makePerson(world, { role: 'admin', name: 'Andrii Admin' });
    await wear(context, admin.cookie, baseURL);
    const opened = await context.newPage();
    return {
      desk: opened,
      status: opened.getByRole('combobox', { name: `Status of order ${number}` }),
      confirm: async (to: string) => {
        await opened.getByRole('button', { name: `Move to “${to}”…` }).click();
        await opened
          .getByRole('dialog')
          .getByRole('button', { name: `Move to “${to}”` })
          .click();
      },
    };
  }
});

test(
  'an order moves only after a dialog, which explains the change and can be cancelled',
  long,
  async ({ page, world, signInAs }) => {
    const bowl = await sell(world, 'Bowl nobody has paid', 3);
    const { id, number } = await order(await signInAs({ role: 'admin' }), [{ id: bowl, qty: 1 }]);
    const sent: unknown[] = [];
    page.on('request', (request) => request.url().endsWith('/status') && sent.push(request.postDataJSON()));
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto('/admin/orders');
    const status = page.getByRole('combobox', { name: `Status of order ${number}` });
    const dialog = page.getByRole('dialog', { name: `Move order ${number} to “Paid”` });

    await status.focus();
    await page.keyboard.press('ArrowDown');
    await expect(status).toHaveValue('paid');
    await page.getByRole('button', { name: 'Move to “Paid”…' }).press('Enter');
    await expect(dialog).toContainText('A manual payment will be recorded');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(status).toHaveValue('new');
    await expect(status).toBeFocused();
    expect(sent).toEqual([]);

    await status.selectOption('paid');
    await page.getByRole('button', { name: 'Move to “Paid”…' }).click();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Paid in cash');
    await dialog.getByRole('button', { name: 'Move to “Paid”' }).click();
    await expect(page.getByRole('row').filter({ hasText: number })).toContainText(/Payment\s*Paid/);
    await expect(status).toHaveValue('paid');
    expect(sent).toEqual([{ status: 'paid', reason: 'Paid in cash' }]);
    await page.goto(`/admin/orders/${id}`);
    await expect(page.getByText('Payment: Paid')).toBeVisible();
  },
);
