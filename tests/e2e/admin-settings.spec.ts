import { looks } from './fixtures/form.ts';
import { expect, test } from './fixtures/shop-test.ts';
import { expectSound } from './fixtures/sound.ts';

test.describe('a superadmin', () => {
  test.use({ refusals: [400] });

  test('enables an AI model, whose key stays hidden, and returns to the rules', looks, async ({ page, signInAs }) => {
    await signInAs({ role: 'superadmin' });
    await page.goto('/admin/orders');
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('radio', { name: /^AI model/ }).check();
    const address = page.getByRole('textbox', { name: 'Server URL' });
    await address.fill('http://models.test/v1');
    await page.getByRole('textbox', { name: 'Classification model' }).fill('small-1');
    await page.getByRole('textbox', { name: 'Draft model' }).fill('large-1');
    await page.getByLabel('API key', { exact: true }).fill('sk-a-key-of-some-length');
    await page.getByRole('textbox', { name: 'Daily budget (USD)' }).fill('2.50');

    await test.step('an address without TLS is refused beside its field', async () => {
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(address).toHaveAttribute('aria-invalid', 'true');
      await expect(address).toBeFocused();
    });

    await address.fill('https://models.test/v1');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible();
    await expect(page.getByRole('checkbox', { name: 'Remove the key ending in ngth' })).toBeVisible();
    await expect(page.getByLabel('API key', { exact: false }).first()).toHaveValue('');
    await expectSound(page, 'settings');

    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Daily budget (USD)' })).toHaveValue('2.5');
    await page.getByRole('checkbox', { name: /^Remove the key/ }).check();
    await page.getByRole('radio', { name: /^Built-in rules/ }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible();
    await page.getByRole('radio', { name: /^AI model/ }).check();
    await expect(page.getByRole('checkbox', { name: /^Remove the key/ })).toHaveCount(0);
  });
});

test.describe('an admin who is not a superadmin', () => {
  test.use({ refusals: [403] });

  test('sees no link to the settings and gets 403 on their page', async ({ page, signInAs }) => {
    await signInAs({ role: 'admin' });
    await page.goto('/admin/orders');
    await expect(page.getByRole('link', { name: 'Settings' })).toHaveCount(0);

    const answer = await page.goto('/admin/settings');

    expect(answer?.status()).toBe(403);
  });
});
