import type { Page } from 'playwright/test';
import { PaymentTransactions } from '#lib/payments/collections.ts';
import { PlatformSettings } from '#lib/settings/collections.ts';
import { buy, sell } from '#tests/support/browser.ts';
import { long, looks } from './fixtures/form.ts';
import { readCode } from './fixtures/mailbox.ts';
import { expect, shoot, test } from './fixtures/shop-test.ts';
import { expectSound, settled } from './fixtures/sound.ts';

// A request without a fresh code gets 403, a wrong code 401, and a second mail too soon 429.
test.use({ vars: { ADMIN_STEP_UP: 'on' }, refusals: [401, 403, 429] });

const proofDialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' });
const codeField = (page: Page) => proofDialog(page).getByRole('textbox', { name: 'Six-digit code' });

test('a superadmin saves a key only with a fresh code', looks, async ({ page, world, signInAs }) => {
  const { ctx, email } = await signInAs({ role: 'superadmin' });
  const asked: string[] = [];
  page.on('request', (request) => request.url().endsWith('/api/auth/email/start') && asked.push(request.url()));
  const saved = async () => (await world.data.get(PlatformSettings, 'ai'))?.data.updatedBy === ctx.user.id;
  const save = page.getByRole('button', { name: 'Save' });
  await page.goto('/admin/settings');
  await page.getByRole('radio', { name: /^AI model/ }).check();
  await page.getByRole('textbox', { name: 'Server URL' }).fill('https://models.test/v1');
  await page.getByRole('textbox', { name: 'Classification model' }).fill('small-1');
  await page.getByRole('textbox', { name: 'Draft model' }).fill('large-1');
  await page.getByLabel('API key', { exact: true }).fill('sk-a-key-of-some-length');

  await test.step('closing the dialog saves nothing and shows why', async () => {
    await save.press('Enter');
    await expect(codeField(page)).toBeFocused();
    await expect(proofDialog(page).getByRole('status')).toContainText(email);
    await expectSound(page, 'admin-step-up');
    await shootOthers(page, 'admin-step-up');
    await page.keyboard.press('Escape');

    await expect(proofDialog(page)).toHaveCount(0);
    await expect(page.getByRole('alert').filter({ hasText: 'This needs a fresh code from your email' })).toBeVisible();
    await expect(save).toBeFocused();
    expect(await saved()).toBe(false);
  });

  await test.step('a wrong code is reported at its field, and the mailed code still works', async () => {
    const code = await readCode(page.context(), email);
    await save.press('Enter');
    await expect(codeField(page)).toBeFocused();
    await page.keyboard.type(code === '000000' ? '000001' : '000000');
    await expect(codeField(page)).toHaveAccessibleDescription(/is wrong or has expired/);
    await expect(codeField(page)).toBeFocused();
    await expectSound(page, 'admin-step-up-wrong');
    expect(await saved()).toBe(false);

    await page.keyboard.type(code);

    await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible();
    await expect(proofDialog(page)).toHaveCount(0);
    await expect(page.getByRole('checkbox', { name: 'Remove the key ending in ngth' })).toBeVisible();
    expect(await saved()).toBe(true);
    expect(asked).toHaveLength(1);
  });

  await test.step('no code is requested for a quarter of an hour', async () => {
    await page.getByRole('checkbox', { name: /^Remove the key/ }).check();
    await save.click();
    await expect(page.getByRole('checkbox', { name: /^Remove the key/ })).toHaveCount(0);
    await expect(proofDialog(page)).toHaveCount(0);
  });
});

test('a refund asks for a fresh code over its dialog', long, async ({ page, world, signInAs }) => {
  const vase = await sell(world, 'Vase of a careful admin', 3);
  const admin = await signInAs({ role: 'admin', creditMinor: 5_000_000 });
  const { number } = await buy(admin, [{ id: vase, qty: 1 }]);
  const refund = page.getByRole('dialog', { name: /^Refund / });
  const confirmRefund = async () => {
    await page.getByRole('button', { name: 'Refund…' }).click();
    await refund.getByRole('textbox', { name: 'Reason' }).fill('A complaint');
    await refund.getByRole('button', { name: /^Refund / }).click();
  };
  await page.goto(`/admin/payments/${number}-1`);
  await confirmRefund();
  await expect(proofDialog(page).getByRole('status')).toContainText(admin.email);
  await expectSound(page, 'admin-step-up-refund');

  await proofDialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(refund.getByRole('alert')).toContainText('This needs a fresh code from your email');
  await expect(refund.getByRole('button', { name: /^Refund / })).toBeFocused();

  await test.step('after a reload the dialog says to wait, and accepts the last mailed code', async () => {
    await page.reload();
    await confirmRefund();
    await expect(proofDialog(page).getByRole('alert')).toContainText('Wait 1 minute');
    await expectSound(page, 'admin-step-up-wait');
    await codeField(page).fill(await readCode(page.context(), admin.email));

    await expect(page.getByText('Refund completed.')).toBeVisible();
    await expect(refund).toBeHidden();
    await expect(page.getByRole('button', { name: 'Refund…' })).toBeFocused();
    const { data: row } = await admin.ctx.data.need(PaymentTransactions, `${number}-1`);
    expect(row.status).toBe('refunded');
  });
});

/** Takes pictures of the two looks that are not measured, for people who review them. */
async function shootOthers(page: Page, name: string): Promise<void> {
  for (const [colorScheme, width] of [
    ['dark', 360],
    ['light', 1440],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await settled(page);
    await shoot(page, `page-${name}-${colorScheme}-${width}`);
  }
}
