import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { Users } from '#lib/auth/collections.ts';
import { systemContext } from '#lib/context/context.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { newId } from '#lib/core/ids.ts';
import { after, DAY_MS } from '#lib/core/time.ts';
import { Callbacks, PaymentTransactions } from '#lib/payments/collections.ts';
import type { CallbackRow } from '#lib/payments/schemas/callback.ts';
import { changeOrderStatus } from '#lib/store/orders/change-order-status.ts';
import { createProduct } from '#lib/store/products/products.ts';
import { releaseDue } from '#lib/store/vendors/settlement-release.ts';
import { createVendor } from '#lib/store/vendors/vendors.ts';
import { saidOf, testCallback } from '#tests/support/attempts.ts';
import { buy, order, orderDeclined, type Person, sell } from '#tests/support/browser.ts';
import { atBank, expectBank } from './fixtures/bank.ts';
import { long, looks } from './fixtures/form.ts';
import { expect, test } from './fixtures/shop-test.ts';
import { expectSound } from './fixtures/sound.ts';

const rich = { role: 'admin', creditMinor: 5_000_000 } as const;
const rowOf = (page: Page, reference: string) => page.getByRole('row').filter({ hasText: reference });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const timeline = (page: Page) => page.getByRole('region', { name: 'Timeline' });

/** Orders a product and goes to the bank to pay for it; returns the reference. */
async function goToBank(page: Page, person: Person, productId: string): Promise<string> {
  const { id, number } = await order(person, [{ id: productId, qty: 1 }]);
  await page.goto(`/orders/${id}`);
  await button(page, /^Pay .* by card$/).click();
  await expectBank(page);
  return `${number}-1`;
}

/** Does the same, and pays. */
async function payAtBank(page: Page, person: Person, productId: string): Promise<string> {
  const orderReference = await goToBank(page, person, productId);
  await atBank(page, 'approve');
  await expect(page.getByRole('heading', { level: 1 }).locator('+ span')).toHaveText('Paid');
  return orderReference;
}

/** Inserts a callback into the inbox. */
async function callback({ ctx }: Person, patch: Partial<CallbackRow>): Promise<string> {
  const id = newId('request');
  const at = ctx.now().toISOString();
  await ctx.data.set(Callbacks, id, testCallback({ receivedAt: at, updatedAt: at, ...patch }));
  return id;
}

/** Inserts a callback about an attempt that was approved at the bank and that could not be applied. */
async function stuckCallback(person: Person, orderReference: string): Promise<string> {
  const { data: row } = await person.ctx.data.need(PaymentTransactions, orderReference);
  const raw = JSON.stringify({
    orderReference,
    transactionStatus: 'Approved',
    cardPan: '5168123412345977',
    email: 'o@x.test',
  });
  const evidence = saidOf(row, 'Approved');
  return callback(person, { orderReference, evidence, raw, state: 'poison', tries: 10 });
}

/** Creates a vendor with one sale that may be paid out. */
async function payableVendor(world: Runtime, person: Person, name: string): Promise<string> {
  const ctx = systemContext(world, newId('request'));
  const vendorId = await createVendor(ctx, { name, country: 'UA', contactEmail: 'vendor@plaza.test' });
  const { id } = await createProduct(ctx, {
    title: `Thing of ${name}`,
    stock: 3,
    priceMinor: 15_000,
    categories: ['tableware'],
    vendorId,
  });
  const bought = await buy(person, [{ id, qty: 1 }]);
  await changeOrderStatus(person.ctx, bought.id, { status: 'completed' });
  const later = new Date(after(ctx.now(), 60 * DAY_MS));
  await releaseDue({ ...ctx, now: () => later });
  return vendorId;
}

test.describe('the payment pages', () => {
  test.use({ refusals: [401, 403, 404] });

  test('respond with 404 for missing rows and invalid ids', long, async ({ page, signInAs }) => {
    await signInAs({ role: 'admin' });
    for (const path of [
      'P000000000-1',
      'a%2Fb',
      'callbacks/none',
      'callbacks/..%2Fx',
      'settlements/vnd_none',
      'settlements/__x__',
      'accounts?account=a%20b',
    ])
      expect((await page.goto(`/admin/payments/${path}`))?.status(), path).toBe(404);
    expect((await page.goto('/admin/payments?cursor=nonsense&status=lost'))?.status()).toBe(200);
  });

  test('are closed to guests and shoppers', async ({ page, signInAs }) => {
    for (const path of ['/admin/payments', '/admin/payments/accounts', '/admin/payments/P000000000-1'])
      expect((await page.goto(path))?.status(), path).toBe(401);
    await signInAs({ role: 'member' });
    for (const path of ['/admin/payments', '/admin/payments/accounts', '/admin/payments/P000000000-1'])
      expect((await page.goto(path))?.status(), path).toBe(403);
  });

  test('show the server’s refusal in the dialog, and move no money', async ({ page, world, signInAs }) => {
    const vase = await sell(world, 'Vase of somebody who is no admin any more', 3);
    const admin = await signInAs(rich);
    const { number } = await buy(admin, [{ id: vase, qty: 1 }]);
    // The page refreshes itself once it is connected, and when something about the payment changes. A refresh would find
    // the role gone and remove the dialog, so the first one must be over, and no other gets a response.
    const refreshed = page.waitForResponse((response) => new URL(response.url()).searchParams.has('_rsc'));
    await page.goto(`/admin/payments/${number}-1`);
    await refreshed;
    await page.waitForLoadState('networkidle');
    await button(page, 'Refund…').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('A complaint');
    await page.route(
      (url) => url.searchParams.has('_rsc'),
      () => undefined,
    );
    await admin.ctx.data.update(Users, admin.ctx.user.id, { role: 'visitor' });

    await dialog.getByRole('button', { name: /^Refund / }).click();

    await expect(dialog.getByRole('alert')).toContainText('Your role does not allow this.');
    const { data: row } = await admin.ctx.data.need(PaymentTransactions, `${number}-1`);
    expect(row.status).toBe('paid');
  });
});

test('an admin finds a payment by a filter in the URL', async ({ page, world, signInAs }) => {
  const vase = await sell(world, 'Vase of the ledger', 9);
  const admin = await signInAs(rich);
  const bought = await buy(admin, [{ id: vase, qty: 1 }]);
  const declined = await orderDeclined(admin, [{ id: vase, qty: 1 }]);
  await page.goto('/admin/orders');
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Payments' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
  await expect(rowOf(page, `${bought.number}-1`)).toContainText('Balance');
  await expect(rowOf(page, `${declined.number}-1`)).toContainText('Card');

  await page.getByRole('combobox', { name: 'Method' }).selectOption('cardgw');
  await page.getByRole('combobox', { name: 'Status' }).selectOption('pending');
  await button(page, 'Show').click();

  await expect(page).toHaveURL(/processor=cardgw.*status=pending/);
  await expect(rowOf(page, `${declined.number}-1`)).toBeVisible();
  await expect(rowOf(page, `${bought.number}-1`)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Method' })).toHaveValue('cardgw');
  await page.goto('/admin/payments?processor=native_token');
  await expect(page.getByText('No payments match this filter.')).toBeVisible();
  await page.getByRole('link', { name: 'Show all payments' }).click();
  await rowOf(page, `${declined.number}-1`).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: `Payment ${declined.number}-1` })).toBeVisible();
});

test('a card payment shows its history, can be checked, and explains why it cannot be refunded', async ({
  page,
  world,
  signInAs,
}) => {
  const vase = await sell(world, 'Vase paid by card', 3);
  const orderReference = await payAtBank(page, await signInAs(rich), vase);

  await page.goto(`/admin/payments/${orderReference}`);
  for (const book of ['Gateway', 'Evidence', 'Order', 'Books', 'Settlement', 'Background task'])
    await expect(timeline(page).getByText(book, { exact: true }).first(), book).toBeVisible();
  await timeline(page).getByText('Masked body').first().click();
  await expect(timeline(page).locator('pre').first()).toContainText('transactionStatus');
  await expect(timeline(page).locator('pre').first()).not.toContainText('@');
  await expect(button(page, 'Refund…')).toHaveAccessibleDescription('Card refunds are switched off here.');
  await button(page, 'Refund…').click({ force: true });
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await button(page, 'Check status').click();
  await expect(page.getByText('The gateway was asked. Status of the payment: Paid.')).toBeVisible();
  await expect(timeline(page)).toContainText('Payment checked at the gateway');

  await page
    .getByRole('link', { name: orderReference.slice(0, -2), exact: true })
    .first()
    .click();
  await expect(page).toHaveURL(/\/admin\/orders\/ord_/);
  await page.getByRole('region', { name: 'Payments' }).getByRole('link', { name: orderReference }).click();
  await expect(page).toHaveURL(`/admin/payments/${orderReference}`);
});

test(
  'a refund to the balance requires a reason, and a large one the typed payment',
  looks,
  async ({ page, world, signInAs }) => {
    const vase = await sell(world, 'Vase of ten thousand', 3, 1_200_000);
    const { number } = await buy(await signInAs(rich), [{ id: vase, qty: 1 }]);
    await page.goto(`/admin/payments/${number}-1`);
    await expect(button(page, 'Check status')).toHaveAccessibleDescription('Only card payments can be checked.');
    await button(page, 'Refund…').press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Refund ₴12,000' });
    await expect(dialog).toContainText('The balance will be ₴50,000.');
    await expect(dialog).toContainText('The sellers’ earnings from this order will be reversed');
    const confirm = dialog.getByRole('button', { name: 'Refund ₴12,000' });

    await confirm.click();
    await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('A complaint');
    await confirm.click();
    await expect(dialog.getByRole('textbox', { name: /^Type/ })).toBeFocused();
    await expectSound(page, 'admin-reverse');
    await page.setViewportSize({ width: 1280, height: 800 });
    await dialog.getByRole('textbox', { name: /^Type/ }).fill(`${number}-1`);
    await confirm.click();

    await expect(page.getByText('Refund completed.')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(button(page, 'Refund…')).toBeFocused();
    await expect(button(page, 'Refund…')).toHaveAccessibleDescription('Already refunded.');
    await expect(timeline(page)).toContainText('“A complaint”');
  },
);

test(
  'a failed callback is found, retried and applied; an orphan callback is shown',
  long,
  async ({ page, world, signInAs }) => {
    const vase = await sell(world, 'Vase of a stuck callback', 3);
    const admin = await signInAs(rich);
    const orderReference = await goToBank(page, admin, vase);
    await stuckCallback(admin, orderReference);
    const stranger = `STRANGER-${orderReference}`;
    await callback(admin, { orderReference: stranger, raw: '{"orderReference":"X-1","email":"o@x.test"}' });

    await page.goto('/admin/payments');
    await page.getByRole('link', { name: 'Needs attention' }).click();
    await page.getByRole('region', { name: 'Failed callbacks' }).getByRole('link', { name: orderReference }).click();
    await expect(page.locator('pre')).toContainText('****5977');
    await expect(page.locator('pre')).not.toContainText('o@x.test');
    await button(page, 'Try again').click();
    await expect(page.getByText('New state: Applied.')).toBeVisible();
    await expect(button(page, 'Try again')).toHaveCount(0);
    await page.getByRole('main').getByRole('link', { name: orderReference }).first().click();
    await expect(page.getByText('Paid', { exact: true }).and(page.locator('span'))).toBeVisible();

    await page.goto('/admin/payments?attention=orphan');
    await rowOf(page, stranger).getByRole('link').click();
    await expect(page.getByText('No matching payment')).toBeVisible();
    await expect(page.locator('pre')).not.toContainText('o@x.test');
    await expect(button(page, 'Try again')).toHaveCount(0);
  },
);

test('accounts lead to their entries, and a seller’s settlements to a payout and a table', async ({
  page,
  world,
  signInAs,
}) => {
  const name = `Potters ${newId('vendor').slice(4, 10)}`;
  const vendorId = await payableVendor(world, await signInAs(rich), name);
  await page.goto('/admin/payments/accounts');
  await page.getByRole('link', { name: 'platform:commission' }).first().click();
  await expect(page.getByRole('row').filter({ hasText: 'Order paid' }).first()).toBeVisible();

  await page.goto(`/admin/payments/settlements/${vendorId}`);
  await page.getByRole('link', { name: 'Payable', exact: true }).click();
  await expect(page).toHaveURL(/state=payable/);
  await expect(page.getByRole('table', { name: 'Settlements, newest first' }).getByRole('row')).toHaveCount(2);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`settlements-${vendorId}.csv`);
  expect(await readFile(await download.path(), 'utf8')).toContain(',payable,UAH,150.00,15.00,135.00,');

  await button(page, 'Record ₴135…').click();
  await expect(page.getByRole('textbox', { name: 'Bank reference' })).toBeFocused();
  await page.getByRole('textbox', { name: 'Bank reference' }).fill('Transfer 7');
  await button(page, 'Record ₴135…').click();
  await expect(page.getByRole('dialog', { name: 'Record ₴135' })).toContainText(
    `to ${name} with the reference “Transfer 7”`,
  );
  await button(page, 'Record payout').click();
  await expect(page.getByText('₴135 recorded as paid out.')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Payouts, newest first' })).toContainText('Transfer 7');
  await expect(page.getByText('No settlements yet.')).toBeVisible();
});

test('every payment page is sound, in both themes and on a narrow screen', async ({ page, world, signInAs }) => {
  test.slow();
  const vase = await sell(world, 'Vase of the looks', 9);
  const admin = await signInAs(rich);
  const vendorId = await payableVendor(world, admin, 'Looked at by everybody who has ever made a pot of clay');
  const orderReference = await payAtBank(page, admin, vase);
  const stuck = await stuckCallback(admin, await goToBank(page, admin, vase));
  await callback(admin, { orderReference: 'SOMEBODY-ELSES-PAYMENT-WITH-A-LONG-REFERENCE-000000000000001' });

  for (const [name, path] of [
    ['ledger', '/admin/payments'],
    ['ledger-empty', '/admin/payments?processor=native_token'],
    ['attention', '/admin/payments?attention=all'],
    ['attention-kind', '/admin/payments?attention=orphan'],
    ['payment', `/admin/payments/${orderReference}`],
    ['callback', `/admin/payments/callbacks/${stuck}`],
    ['accounts', '/admin/payments/accounts'],
    ['account', '/admin/payments/accounts?account=platform:commission'],
    ['settlements', `/admin/payments/settlements/${vendorId}`],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (name === 'payment') await timeline(page).getByText('Masked body').first().click();
    await expectSound(page, `admin-money-${name}`);
  }
});
