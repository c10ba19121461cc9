import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright/test';
import { type Server, startServer } from '#tests/support/server.ts';
import { long } from './fixtures/form.ts';
import { readMail } from './fixtures/mailbox.ts';
import { expect, test } from './fixtures/shop-test.ts';

// A separate server, whose log can be read.
test.use({ refusals: [401, 404, 409] });
const folder = mkdtempSync(join(tmpdir(), 'plaza-sign-in-'));
let server: Server;
test.beforeAll(async () => {
  server = await startServer(mkdtempSync(join(folder, 'demo')), () => ({ PLAZA_DEMO: '1' }));
});
test.afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

type OpenBrowser = (options: BrowserContextOptions) => Promise<BrowserContext>;
const openPage = async (openBrowser: OpenBrowser): Promise<Page> =>
  (await openBrowser({ baseURL: server.origin })).newPage();

async function askForMail(page: Page, email: string, path = '/sign-in'): Promise<void> {
  await page.goto(path);
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await expect(page.getByLabel('Six-digit code')).toBeFocused();
}

const whoIsIn = (page: Page) =>
  page.evaluate(
    async () => ((await (await fetch('/api/auth/session')).json()) as { user: { email: string } | null }).user?.email,
  );

test('a person signs in by pasting the mailed code and reaches the intended page', async ({ openBrowser }) => {
  const page = await openPage(openBrowser);
  await askForMail(page, 'paste@plaza.test', '/sign-in?next=/products');
  const { code } = await readMail(page.context(), 'paste@plaza.test');

  await page.reload(); // a user who left to read their mail finds the code field again
  await page.getByLabel('Six-digit code').fill(`${code.slice(0, 3)} ${code.slice(3)}`);

  await page.waitForURL('/products');
  expect(await whoIsIn(page)).toBe('paste@plaza.test');
});

test('a wrong code is reported at the field, and the right one still works', async ({ openBrowser }) => {
  const page = await openPage(openBrowser);
  const tries: string[] = [];
  page.on('request', (request) => request.url().endsWith('/api/auth/email/verify') && tries.push(request.url()));
  await askForMail(page, 'wrong@plaza.test');
  const { code } = await readMail(page.context(), 'wrong@plaza.test');

  await page.getByLabel('Six-digit code').fill(code === '000000' ? '000001' : '000000');
  await expect(page.getByLabel('Six-digit code')).toHaveAccessibleDescription(/is wrong or has expired/);
  // A seventh digit is ignored: it makes no other code and uses up no attempt.
  await page.getByLabel('Six-digit code').press('End');
  await page.getByLabel('Six-digit code').pressSequentially('77');
  await page.getByLabel('Six-digit code').fill(code);

  await page.waitForURL('/');
  expect(await whoIsIn(page)).toBe('wrong@plaza.test');
  expect(tries).toHaveLength(2);
});

test('S11 opening the link uses nothing up and hides its token, and another browser must enter the code', async ({
  openBrowser,
}) => {
  const [mine, other] = [await openPage(openBrowser), await openPage(openBrowser)];
  await askForMail(mine, 'link@plaza.test');
  const { link, code } = await readMail(mine.context(), 'link@plaza.test');

  const opened = await other.goto(link);
  await expect(other).toHaveURL('/sign-in/link');
  await other.getByRole('button', { name: 'Sign in' }).click();
  await expect(other.getByText('in a different browser')).toBeVisible();
  await mine.goto(link);
  await mine.getByRole('button', { name: 'Sign in' }).click();
  await mine.waitForURL('/');

  expect(opened?.headers()['referrer-policy']).toBe('no-referrer');
  expect(await whoIsIn(mine)).toBe('link@plaza.test');
  expect(server.log().replaceAll(/^.*dev-mail.caught.*$/gm, '')).not.toContain(
    new URL(link, server.origin).searchParams.get('token'),
  );

  // The mail has been used now: its code is as invalid as its link.
  await other.getByLabel('Email address').fill('link@plaza.test');
  await other.getByLabel('Six-digit code').fill(code);
  await expect(other.getByLabel('Six-digit code')).toHaveAccessibleDescription(/is wrong or has expired/);
});

test('signing out everywhere ends every browser’s session at its next page', long, async ({ openBrowser }) => {
  const page = await openPage(openBrowser);
  await askForMail(page, 'leave@plaza.test');
  const { code } = await readMail(page.context(), 'leave@plaza.test');
  await page.getByLabel('Six-digit code').fill(code);
  await page.waitForURL('/');
  // Another person holds the same cookie.
  const thief = await openPage(openBrowser);
  await thief.context().addCookies(await page.context().cookies());
  await thief.goto('/account');
  await expect(thief.getByText('Signed in as leave@plaza.test')).toBeVisible();

  await page.goto('/account');
  await expect(page.getByText('This browser', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.waitForURL('/');

  const answer = await thief.goto('/account');
  expect(answer?.status()).toBe(401);
  expect(await whoIsIn(thief)).toBeUndefined();
});

test('the development mailbox does not exist when mail is sent by SMTP', async ({ openBrowser }) => {
  const real = await startServer(mkdtempSync(join(folder, 'real')), () => ({
    PLAZA_DEMO: '1',
    SMTP_HOST: '127.0.0.1',
    SMTP_FROM: 'no-reply@plaza.test',
  }));
  const page = await openPage(openBrowser);

  const answer = await page.goto(`${real.origin}/dev/mailbox`);
  await real.close();

  expect(answer?.status()).toBe(404);
});
