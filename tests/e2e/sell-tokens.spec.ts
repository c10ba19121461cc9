import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Page } from 'playwright/test';
import { fill } from '#lib/i18n/fill.ts';
import { openShopOf, sell } from '#tests/support/browser.ts';
import { looks } from './fixtures/form.ts';
import { readCode } from './fixtures/mailbox.ts';
import { expect, test } from './fixtures/shop-test.ts';
import { expectSound } from './fixtures/sound.ts';
import { sellerWords } from './fixtures/words.ts';

// A token without a fresh code gets 403.
test.use({ refusals: [403] });

const { tokens: t } = sellerWords.en;

/** Connects the official client over HTTP, as a seller's program does. */
async function connect(address: string, secret: string): Promise<Client> {
  const client = new Client({ name: 'warehouse', version: '1.0.0' });
  const headers = { authorization: `Bearer ${secret}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers } }));
  return client;
}

const statusOf = async (page: Page, address: string, secret: string) =>
  (
    await page.request.fetch(address, {
      ...{ method: 'POST', headers: { authorization: `Bearer ${secret}` } },
      data: { jsonrpc: '2.0', id: 1, method: 'ping' },
    })
  ).status();

test(
  'a seller creates a token by keyboard, a program uses it, and the seller revokes it',
  looks,
  async ({ page, world, signInAs }) => {
    const seller = await signInAs();
    const vendorId = await openShopOf(seller, 'Kiln with programs');
    await sell(world, 'Bowl of a program', 3, 15_000, vendorId);
    const part = page.getByRole('region', { name: t.title, exact: true });
    const dialog = page.getByRole('dialog');
    await page.goto('/sell/settings');
    await expect(part).toContainText(t.none);

    const add = part.getByRole('button', { name: t.add, exact: true });
    await add.press('Enter');
    await dialog.getByRole('button', { name: t.create, exact: true }).press('Enter');
    await expect(dialog.getByRole('textbox', { name: t.name })).toBeFocused();
    await page.keyboard.type('Warehouse');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText(t.bad_scopes)).toBeVisible();
    await expect(dialog.getByRole('checkbox', { name: t.scope_products_read })).toHaveAttribute('aria-invalid', 'true');
    await expect(dialog.getByRole('checkbox', { name: t.scope_products_read })).toBeFocused();
    await page.keyboard.press('Space');
    await expect(dialog.getByText(t.bad_scopes)).toBeHidden();
    await dialog.getByRole('checkbox', { name: t.scope_stock_write }).check();
    await dialog.getByRole('combobox', { name: t.expires }).selectOption(fill(t.days, { days: 30 }, 'en'));
    await expectSound(page, 'sell-token-new');
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog.getByRole('button', { name: t.create, exact: true }).press('Enter');
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await expect(proof.getByRole('textbox', { name: 'Six-digit code' })).toBeFocused();
    await page.keyboard.type(await readCode(page.context(), seller.email));

    const shown = page.getByRole('dialog', { name: t.secretTitle });
    const secret = await shown.getByRole('textbox', { name: t.secret }).inputValue();
    expect(secret).toMatch(/^pvt_/);
    await expectSound(page, 'sell-token-secret');
    await page.setViewportSize({ width: 1440, height: 900 });
    // The secret is shown only once, so no stray key or press takes it away.
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await expect(shown).toBeVisible();
    await shown.getByRole('button', { name: t.done, exact: true }).press('Enter');
    await expect(shown).toHaveCount(0);
    await expect(add).toBeFocused();
    await expect(part.getByRole('listitem')).toContainText(t.neverUsed);
    await expect(page.locator('body')).not.toContainText(secret);

    const address = new URL(`/api/mcp/v1/store/vendors/${vendorId}`, page.url()).href;
    await expect(part).toContainText(new URL(address).pathname);
    await expect(part.getByRole('link', { name: t.howTo })).toHaveAttribute('href', '/help#programs');
    const client = await connect(address, secret);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('adjust_stock');
    expect(tools.map(({ name }) => name)).not.toContain('list_orders');
    const listed = await client.callTool({ name: 'list_products', arguments: {} });
    expect(JSON.stringify(listed.structuredContent)).toContain('Bowl of a program');
    await client.close();

    await page.reload();
    await expect(part.getByRole('listitem')).not.toContainText(t.neverUsed);
    await expectSound(page, 'sell-tokens');
    await page.setViewportSize({ width: 1440, height: 900 });
    await part.getByRole('button', { name: fill(t.revokeOf, { name: 'Warehouse' }, 'en') }).press('Enter');
    await dialog.getByRole('button', { name: t.revoke, exact: true }).press('Enter');
    await expect(part.getByRole('listitem')).toContainText(t.revoked);
    expect(await statusOf(page, address, secret)).toBe(401);
  },
);
