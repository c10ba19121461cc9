import type { Page } from 'playwright/test';
import { threadsByLatest } from '#lib/crm/queries.ts';
import { fill } from '#lib/i18n/fill.ts';
import { type Locale, locales } from '#lib/i18n/values.ts';
import { NotificationDeliveries, NotificationPreferences } from '#lib/notifications/collections.ts';
import { newDelivery } from '#lib/notifications/deliver/new-delivery.ts';
import { createNotification } from '#lib/notifications/write/create.ts';
import { makePerson } from '#tests/support/browser.ts';
import { long, lookIn, looks } from './fixtures/form.ts';
import { expect, test } from './fixtures/shop-test.ts';
import { expectSound } from './fixtures/sound.ts';
import { prefixOf, words } from './fixtures/words.ts';

const bell = (page: Page, count: number, locale: Locale = 'en') =>
  page
    .getByRole('banner')
    .getByRole('button', { name: fill(words[locale].shell.bell, { count }, locale), exact: true });
/** Returns the dialog that the bell opens. */
const newest = (page: Page) => page.getByRole('dialog', { name: words.en.notifications.title });

/** Requests a test notification as the button on the page of preferences does. */
const askForTest = (page: Page) =>
  page.evaluate(async () => (await fetch('/api/notifications/test', { method: 'POST' })).status);

test('the bell counts new notifications, and read ones no more', async ({ page, signInAs }) => {
  const texts = words.en.notifications;
  await signInAs();
  // A change of the worker reaches every browser with its next page.
  expect((await page.request.get('/sw.js')).headers()['cache-control']).toBe('no-cache');
  await page.goto('/products');
  await expect(bell(page, 0)).toBeVisible();

  expect(await askForTest(page)).toBe(201);
  await expect(bell(page, 1)).toBeVisible();
  await expect(page).toHaveTitle(/^\(1\) /);
  await bell(page, 1).click();
  await newest(page).getByRole('link', { name: texts.seeAll }).click();
  await expect(newest(page)).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: texts.title })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'It works' })).toHaveCount(1);

  // The list adds new notifications while it is shown.
  expect(await askForTest(page)).toBe(201);
  await expect(page.getByRole('listitem').filter({ hasText: 'It works' })).toHaveCount(2);
  await page.getByRole('button', { name: texts.readAll }).click();

  await expect(bell(page, 0)).toBeVisible();
  await page
    .getByRole('button', { name: fill(texts.deleteOf, { title: 'It works' }, 'en') })
    .first()
    .click();
  await expect(page.getByRole('listitem').filter({ hasText: 'It works' })).toHaveCount(1);
});

test(
  'the list shows notifications missed during an outage once the server responds',
  long,
  async ({ page, signInAs }) => {
    const ready = '/api/health/ready';
    const rows = page.getByRole('listitem').filter({ hasText: 'It works' });
    await signInAs();
    await page.route(`**${ready}`, (route) => route.abort());
    await page.goto('/notifications');
    await expect(bell(page, 0)).toBeVisible();
    const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith(ready));
    expect(await askForTest(page)).toBe(201);
    await expect(bell(page, 1)).toBeVisible();
    await failed;
    await expect(rows).toHaveCount(0);

    await page.unroute(`**${ready}`);
    await expect(rows).toHaveCount(1);
  },
);

test('the bell lists the newest, each with a menu, and updates while it is open', looks, async ({ page, signInAs }) => {
  const { notifications: texts, notificationWords } = words.en;
  await signInAs();
  await page.goto('/products');
  await expect(bell(page, 0)).toBeVisible();
  expect(await askForTest(page)).toBe(201);
  await bell(page, 1).click();
  const rows = newest(page).getByRole('listitem').filter({ hasText: 'This is the test notification' });
  await expect(rows).toHaveCount(1);
  await expectSound(page, 'bell');

  const menu = page.getByRole('button', { name: fill(texts.menuOf, { title: 'It works' }, 'en') }).first();
  await menu.click();
  await page.getByRole('button', { name: fill(texts.mute, { type: notificationWords.SYSTEM }, 'en') }).click();
  await expect(newest(page).getByText(fill(texts.muted, { type: notificationWords.SYSTEM }, 'en'))).toBeVisible();
  await newest(page).getByRole('button', { name: texts.undo }).click();
  await menu.click();
  await page.getByRole('button', { name: texts.archive, exact: true }).click();
  await expect(newest(page).getByText(texts.emptyTitle)).toBeVisible();
  await expect(bell(page, 0)).toBeVisible();

  expect(await askForTest(page)).toBe(201);
  await expect(rows).toHaveCount(1);
  await newest(page).getByRole('button', { name: texts.readAll }).click();
  await expect(bell(page, 0)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(newest(page)).toBeHidden();
  await expect(bell(page, 0)).toBeFocused();
});

test('a list that could not be loaded leaves the page as it is, and opens after a retry', async ({
  page,
  signInAs,
}) => {
  const { notifications: texts } = words.en;
  await signInAs();
  await page.goto('/products');
  await page.route('**/_next/static/**', (route) => route.abort());

  await bell(page, 0).click();
  await expect(newest(page).getByRole('alert')).toContainText(texts.failed);
  await page.unroute('**/_next/static/**');
  await newest(page).getByRole('button', { name: texts.tryAgain }).click();

  await expect(newest(page).getByText(texts.emptyTitle)).toBeVisible();
});

test('an important notification appears as a toast and does not take the focus', looks, async ({ page, signInAs }) => {
  const { ctx } = await signInAs({ role: 'admin' });
  await page.goto('/products');
  await expect(bell(page, 0)).toBeVisible();
  const heard = page.waitForResponse((answer) => answer.url().includes('/api/notifications?status=unread'));
  const box = page.getByRole('searchbox').first();
  await box.click();
  const tell = (title: string, priority: string, collapseKey?: string) =>
    page.evaluate(
      async (body) => {
        const headers = { 'content-type': 'application/json' };
        return (await fetch('/api/notifications', { method: 'POST', headers, body: JSON.stringify(body) })).status;
      },
      {
        ...{ userId: ctx.user.id, type: 'WALLET', title, message: 'Look', priority },
        data: { actionUrl: '/wallet', ...(collapseKey && { collapseKey }) },
      },
    );

  expect(await tell('Not now', 'normal')).toBe(201);
  expect(await tell('Not now either', 'normal', 'slot')).toBe(201);
  expect(await tell('Money has come', 'high')).toBe(201);
  await heard;
  const toast = page.getByRole('region', { name: words.en.notifications.newsRegion });
  await expect(toast.getByText('Money has come')).toBeVisible();
  await expect(toast.getByText('Not now')).toBeHidden();
  await expect(box).toBeFocused();
  // A notification that replaces an unread one does not change the count.
  expect(await tell('Laid over', 'high', 'slot')).toBe(201);
  await expect(toast.getByText('Laid over')).toBeVisible();
  await toast
    .getByRole('button', { name: fill(words.en.notifications.dismissOf, { title: 'Laid over' }, 'en') })
    .click();

  // A toast with the focus stays open.
  await toast.getByRole('link').focus();
  await expectSound(page, 'toast');
  await toast.getByRole('link').click();
  await expect(page).toHaveURL(/\/wallet$/);
  await expect(bell(page, 2)).toBeVisible();
});

const zone = 'Pacific/Auckland';

for (const [at, locale] of locales.entries())
  test.describe(locale, lookIn(at, 1), () => {
    test.use({ timezoneId: zone });

    test(`list and preferences are sound in ${locale}, and choices are kept`, async ({ page, signInAs }) => {
      const { notifications: texts, notificationWords } = words[locale];
      const { ctx } = await signInAs({ locale });
      for (const type of ['WALLET', 'MESSAGE'] as const)
        await createNotification(ctx, ctx.user.id, {
          type,
          title: 'A title with averylongwordthatnothingcanbreakanywhereatall',
          message: 'Words',
          source: 'test',
        });
      // A page number beyond the end shows the last page.
      await page.goto(`${prefixOf(locale)}/notifications?page=7`);
      await expect(page.getByRole('listitem').filter({ hasText: 'Words' })).toHaveCount(2);
      await expectSound(page, `notifications-${locale}`);
      // All notifications of one type are marked as read, and no others.
      await page.goto(`${prefixOf(locale)}/notifications?type=WALLET`);
      await page
        .getByRole('button', { name: fill(texts.readAllOf, { type: notificationWords.WALLET }, locale) })
        .click();
      await expect(bell(page, 1, locale)).toBeVisible();
      await page.goto(`${prefixOf(locale)}/notifications?status=read`);
      await expect(page.getByRole('listitem').filter({ hasText: 'Words' })).toHaveCount(1);
      await expect(page.getByRole('button', { name: texts.readAll })).toHaveCount(0);

      await page.goto(`${prefixOf(locale)}/notifications/preferences`);
      const mail = page.getByRole('checkbox', {
        name: fill(texts.switchOf, { type: notificationWords.MESSAGE, way: notificationWords.email }, 'en'),
      });
      // The reason why a checkbox has no effect is shown at once.
      const allMail = page.getByRole('checkbox', { name: texts.allEmail });
      await allMail.uncheck();
      await expect(mail).toHaveAccessibleDescription(texts.emailOff);
      await expectSound(page, `notification-preferences-${locale}`);
      await allMail.check();
      await expect(page.getByText(texts.emailOff)).toHaveCount(0);
      await mail.check();
      await page.getByRole('checkbox', { name: texts.quietOn }).check();
      await page.getByRole('button', { name: fill(texts.useZone, { zone }, locale) }).click();
      await page.getByRole('button', { name: texts.save }).click();
      await expect(page.getByText(texts.saved, { exact: true })).toBeVisible();
      expect((await ctx.data.need(NotificationPreferences, ctx.user.id)).data.said).toEqual({
        types: { MESSAGE: { email: true } },
        quietHours: { enabled: true, timezone: zone },
      });
      await page.getByRole('button', { name: texts.test, exact: true }).click();
      await expect(page.getByText(texts.testNotPushed)).toBeVisible();
      await page.reload();

      await expect(mail).toBeChecked();
      await expect(page.getByRole('checkbox', { name: texts.quietOn })).toBeChecked();
      await expect(page.getByRole('combobox', { name: texts.zone })).toHaveValue(zone);
    });
  });

test(
  'an operator sees pending effects, deliveries, and why a person got no push',
  long,
  async ({ page, world, signInAs }) => {
    const { ctx: anna, email } = await makePerson(world, { name: 'Anna Reader' });
    const told = await createNotification(anna, anna.user.id, {
      type: 'WALLET',
      template: 'wallet.topup',
      params: { totalMinor: 500, currency: 'UAH' },
      source: 'test',
    });
    const delivery = newDelivery(
      { subjectId: told.row?.id ?? '', userId: anna.user.id },
      {
        channel: 'push',
        provider: 'webpush',
        status: 'failed',
        reason: 'push service refused our keys: 403',
        attempts: 8,
      },
      world.now(),
    );
    await world.data.set(NotificationDeliveries, 'delivery-of-anna', delivery);
    await signInAs({ role: 'admin' });

    await page.goto('/admin');
    await expect(page.getByRole('link', { name: /^New threads/ })).toBeVisible();
    await expectSound(page, 'admin-overview');
    // A thread handled elsewhere no longer waits, and the overview updates by itself.
    const threads = page.getByRole('link', { name: /^New threads/ });
    const waiting = Number((await threads.textContent())?.replace(/\D/g, ''));
    const [thread] = (await world.data.find(threadsByLatest({ status: 'new' }, 1))).rows;
    await page.evaluate(
      (body) =>
        fetch('/api/admin/email/threads', { method: 'PATCH', body, headers: { 'content-type': 'application/json' } }),
      JSON.stringify({ id: thread?.id, status: 'resolved' }),
    );
    await expect(threads).toHaveText(`New threads${waiting - 1}`);

    await page.goto('/admin/notifications');
    await page.getByRole('textbox', { name: 'Address, account or notification' }).fill(email);
    await page.getByRole('button', { name: 'Show' }).click();
    const failed = page.getByRole('row').filter({ hasText: 'push service refused our keys' });
    await expect(failed).toContainText('Anna Reader');
    await failed.getByRole('link', { name: 'Balance topped up' }).click();

    await expect(page.getByRole('region', { name: `Notification ${told.row?.id}` })).toContainText('Push decision');
    await expectSound(page, 'admin-notifications');
    await page.getByRole('textbox', { name: 'Address, account or notification' }).fill('nobody@plaza.test');
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(page.getByText('No account or notification with this address or ID.')).toBeVisible();
  },
);
