import type { Page } from 'playwright/test';
import { anotherSession } from '#tests/support/browser.ts';
import { long } from './fixtures/form.ts';
import { freshAddress, readCode } from './fixtures/mailbox.ts';
import { expect, shoot, test, wear } from './fixtures/shop-test.ts';
import { words } from './fixtures/words.ts';

async function askForCode(page: Page, path: string, email: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('textbox', { name: 'Email address' }).fill(email);
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await expect(page.getByRole('textbox', { name: 'Six-digit code' })).toBeFocused();
}

test('a new code can be requested after a minute and not before, also across a reload', async ({ page }) => {
  // The clock of the page stands still; otherwise a busy machine would use up the minute.
  const asked = Date.now();
  await page.clock.setFixedTime(asked);
  await askForCode(page, '/sign-in', freshAddress('patient'));
  const again = page.getByRole('button', { name: /^New code in \d+ s$/ });
  await expect(again).toBeDisabled();

  await page.clock.setFixedTime(asked + 40_000);
  await page.reload();
  await expect(page.getByRole('button', { name: /^New code in (19|20) s$/ })).toBeDisabled();
  await page.clock.setFixedTime(asked + 70_000);

  await expect(page.getByRole('button', { name: 'Send a new code' })).toBeEnabled();
  await expect(again).toHaveCount(0);
});

test('sign-in leads only to pages of this shop', long, async ({ page, context, signInAs }) => {
  const email = freshAddress('onward');
  await askForCode(page, `/sign-in?next=${encodeURIComponent('https://evil.test/steal')}`, email);
  await page.getByRole('textbox', { name: 'Six-digit code' }).fill(await readCode(context, email));
  await expect(page.getByRole('button', { name: 'Account' })).toBeVisible();
  await expect(page).toHaveURL('/');

  await signInAs();
  for (const next of ['https://evil.test', '//evil.test', '/\\evil.test', 'javascript:alert(1)', '/\t/evil.test'])
    expect((await page.goto(`/sign-in?next=${encodeURIComponent(next)}`))?.url(), next).toBe(
      new URL('/', page.url()).href,
    );
  await page.goto('/sign-in?next=/orders%3FafterId=x');
  await expect(page).toHaveURL('/orders?afterId=x');
});

test.describe('the list of sessions', () => {
  test.use({ refusals: [401] });

  test('names each browser, and ending a session signs that browser out on its next page', async ({
    page,
    signInAs,
    openBrowser,
    baseURL,
  }) => {
    const person = await signInAs();
    const other = await openBrowser();
    await wear(other, await anotherSession(person), baseURL);
    const elsewhere = await other.newPage();
    await elsewhere.goto('/account');
    await expect(elsewhere.getByText(`Signed in as ${person.email}`)).toBeVisible();

    await page.goto('/account');
    const sessions = page.getByRole('region', { name: 'Active sessions' }).getByRole('listitem');
    await expect(sessions).toHaveCount(2);
    await expect(sessions.filter({ hasText: 'This browser' })).toHaveCount(1);
    await sessions
      .filter({ hasText: 'Firefox' })
      .getByRole('button', { name: /^End the session of Firefox/ })
      .click();
    await expect(sessions).toHaveCount(1);

    expect((await elsewhere.goto('/account'))?.status()).toBe(401);
    expect((await page.goto('/account'))?.status()).toBe(200);
  });

  test('ends all other sessions at once', long, async ({ page, signInAs, openBrowser, baseURL }) => {
    const person = await signInAs();
    const others = [await openBrowser(), await openBrowser()];
    for (const other of others) await wear(other, await anotherSession(person), baseURL);
    await page.goto('/account');

    await page.getByRole('button', { name: 'End all other sessions' }).click();

    await expect(page.getByRole('button', { name: 'End all other sessions' })).toHaveCount(0);
    for (const other of others) expect((await (await other.newPage()).goto('/orders'))?.status()).toBe(401);
    expect((await page.goto('/orders'))?.status()).toBe(200);
  });
});

test.describe('in Bogotá', () => {
  test.use({ timezoneId: 'America/Bogota', refusals: [400] });

  test('a new account gets the browser’s time zone, and another can be typed', async ({ page, context }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    const email = freshAddress('bogota');
    await askForCode(page, '/sign-in?next=/account', email);
    await page.getByRole('textbox', { name: 'Six-digit code' }).fill(await readCode(context, email));
    const zone = page.getByRole('combobox', { name: 'Time zone' });
    await expect(zone).toHaveValue('America/Bogota');

    await zone.fill('Mars/Olympus');
    await page.getByRole('textbox', { name: 'Name' }).fill('Ana');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(zone).toHaveAccessibleDescription('Choose a time zone from the list, such as Europe/Kyiv');
    await shoot(page, 'account-360-zone');
    await zone.fill('Asia/Tokyo');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await page.reload();

    await expect(zone).toHaveValue('Asia/Tokyo');
  });
});

test('the profile is saved, and its language becomes the shop’s language', async ({ page, signInAs }) => {
  await signInAs({ name: '' });
  await page.goto('/account');

  await page.getByRole('textbox', { name: 'Name' }).fill('Оксана Літня');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('uk');
  await page.getByRole('button', { name: 'Save' }).click();

  await expect(page.getByRole('heading', { level: 1, name: words.uk.account.title })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: words.uk.account.name })).toHaveValue('Оксана Літня');
});
