import { Notifications } from '#lib/notifications/collections.ts';
import { readNotification } from '#lib/notifications/list/inbox.ts';
import { PushRegistrations } from '#lib/notifications/push/collections.ts';
import { devicesOf } from '#lib/notifications/push/queries.ts';
import { createNotification } from '#lib/notifications/write/create.ts';
import { chromiumFlags, findWholeChromium } from '#scripts/chromium.mjs';
import { subscribe } from '#tests/support/push-subscription.ts';
import { pushVars } from '#tests/support/push-vars.ts';
import { long } from './fixtures/form.ts';
import { openWorker, type WorkerScope } from './fixtures/push-worker.ts';
import { expect, shoot, test, wear } from './fixtures/shop-test.ts';
import { words } from './fixtures/words.ts';

const texts = words.en.push;
// The headless shell cannot show notifications, so here the whole browser runs. In CI it must be installed; elsewhere
// its absence is reported.
const executablePath = findWholeChromium();
test.skip(!executablePath && !process.env.CI, 'not installed: chromium');
test.use({
  launchOptions: { args: chromiumFlags, ...(executablePath && { executablePath }) },
  vars: pushVars,
  refusals: [409],
});

test('the worker shows each push, and a click leads only to our pages and marks it read', async ({
  page,
  context,
  server,
  world,
  signInAs,
}) => {
  await context.grantPermissions(['notifications']);
  const olena = await signInAs();
  await page.goto('/notifications');
  const { worker, push } = await openWorker(context, page, server);
  const shown = () =>
    worker.evaluate(async () => {
      const { registration } = self as unknown as WorkerScope;
      return (await registration.getNotifications()).map(({ title, body, tag, data }) => ({
        title,
        body,
        tag,
        data,
      }));
    });
  // Headless Chromium now and then forgets a notification that it has just shown, so these are pushed again.
  const pushUntilShown = ({ id, title }: { readonly id: string; readonly title: string }) =>
    expect(async () => {
      await push(JSON.stringify({ id, title, tag: id, data: { actionUrl: '/cart' } }));
      await expect.poll(async () => (await shown()).map(({ tag }) => tag), { timeout: 2_000 }).toContain(id);
    }).toPass({ timeout: 120_000 });
  const list = `${server.origin}/notifications`;
  await worker.evaluate(() => {
    const heard: number[] = [];
    Object.assign(self, { heard });
    Object.defineProperty(navigator, 'setAppBadge', { value: async (count: number) => void heard.push(count) });
  });

  await test.step('pushes are shown, one per subject, with the count as app badge', async () => {
    // The page closes shown notifications that are not unread, as soon as its connection is open.
    const news = { type: 'SYSTEM', title: 'On its way', message: 'Words', source: 'test' } as const;
    const id = (await createNotification(olena.ctx, olena.ctx.user.id, news)).row?.id;
    const note = {
      v: 1,
      id,
      title: 'On its way',
      message: 'P4C0FFEE00',
      tag: 'order:1',
      lang: 'en',
      count: 3,
    };
    await push(`${JSON.stringify({ ...note, data: { actionUrl: '/orders/ord_1' } })}   `);
    await push(JSON.stringify({ ...note, title: 'There', count: 4, data: { actionUrl: '/orders/ord_1' } }));
    await expect.poll(shown).toEqual([
      {
        title: 'There',
        body: 'P4C0FFEE00',
        tag: 'order:1',
        data: { id, url: `${server.origin}/orders/ord_1` },
      },
    ]);
    await expect.poll(() => worker.evaluate(() => (self as unknown as WorkerScope).heard)).toEqual([3, 4]);
  });

  await test.step('an unreadable push is shown with a general text', async () => {
    await push('no JSON');
    await expect
      .poll(async () => (await shown()).find(({ tag }) => tag === 'plaza'))
      .toEqual({ title: 'You have a new notification', body: '', tag: 'plaza', data: { id: null, url: list } });
  });

  await test.step('no address leads to another site', async () => {
    const hostile = [
      ...['https://evil.test/', '//evil.test', '/\\evil.test', 'javascript:alert(1)', 'data:text/html,1', 42, null],
      ...[`blob:${server.origin}//evil.test`, server.origin.replace('//', '//me:pw@'), 'http://['],
    ];
    const led = await worker.evaluate((addresses) => {
      const { ownAddress } = self as unknown as WorkerScope;
      return addresses.map((address) => ownAddress(address));
    }, hostile);
    expect(led).toEqual(hostile.map(() => list));
    const doubled = await worker.evaluate(
      (address) => (self as unknown as WorkerScope).ownAddress(address),
      `${server.origin}//evil.test`,
    );
    expect(new URL(doubled).origin).toBe(server.origin);
  });

  await test.step('a notification read elsewhere is closed, and an unread one stays', async () => {
    const tell = async (title: string) => {
      const news = { type: 'SYSTEM', title, message: 'Words', source: 'test' } as const;
      const id = (await createNotification(olena.ctx, olena.ctx.user.id, news)).row?.id ?? '';
      await pushUntilShown({ id, title });
      return id;
    };
    const [read, unread] = [await tell('Read'), await tell('Unread')];
    await page.evaluate((id) => fetch(`/api/notifications/${id}/read`, { method: 'PUT' }), read);
    await expect.poll(async () => (await shown()).map(({ tag }) => tag)).not.toContain(read);
    expect((await shown()).map(({ tag }) => tag)).toContain(unread);

    // No page hears of what another process does here. The worker checks with the next push instead.
    await readNotification(olena.ctx, unread);
    await push('no JSON');
    await expect.poll(async () => (await shown()).map(({ tag }) => tag)).not.toContain(unread);
  });

  await test.step('a click navigates the open tab and marks the notification read', async () => {
    const told = await createNotification(olena.ctx, olena.ctx.user.id, {
      ...{ type: 'SYSTEM', title: 'News', message: 'Words', source: 'test' },
    });
    const id = told.row?.id ?? '';
    await pushUntilShown({ id, title: 'News' });
    await worker.evaluate(async (tag) => {
      const scope = self as unknown as WorkerScope;
      const [clicked] = await scope.registration.getNotifications({ tag });
      await scope.open(clicked);
    }, id);
    await expect(page).toHaveURL('/cart');
    await expect.poll(async () => (await world.data.need(Notifications, id)).data.status).toBe('read');
    expect(context.pages()).toHaveLength(1);
    expect((await shown()).map(({ tag }) => tag)).not.toContain(id);
  });
});

test(
  'a registered browser keeps its registration, and a removed one stays removed',
  long,
  async ({ page, context, server, world, signInAs }) => {
    await context.grantPermissions(['notifications']);
    const olena = await signInAs();
    await page.goto('/notifications');
    const { worker } = await openWorker(context, page, server);
    const device = 'browser-of-olena';
    const [former, next, later] = ['former', 'next', 'later'].map(
      (name) => subscribe(`https://localhost:9/wpush/${name}`).subscription,
    );
    const status = await page.evaluate(
      async ([deviceFingerprint, subscription]) => {
        await (await caches.open('plaza-device')).put('/device-fingerprint', new Response(deviceFingerprint));
        const body = JSON.stringify({ deviceFingerprint, platform: 'web', subscription });
        const headers = { 'content-type': 'application/json' };
        return (await fetch('/api/notifications/fcm/register', { method: 'POST', headers, body })).status;
      },
      [device, former] as const,
    );
    expect(status).toBe(200);
    const change = (to: unknown) =>
      worker.evaluate(
        async ([oldSubscription, subscription]) => {
          const scope = self as unknown as WorkerScope;
          Object.assign(scope.registration.pushManager, { subscribe: async () => subscription });
          await scope.resubscribe({ oldSubscription });
        },
        [former, to] as const,
      );
    const devices = async () => (await world.data.find(devicesOf(olena.ctx.user.id))).rows;
    const endpoints = async () => (await devices()).map(({ data }) => data.subscription?.endpoint);

    await page.goto('/notifications/preferences');
    await expect(page.getByRole('listitem').filter({ hasText: texts.thisBrowser })).toHaveCount(1);
    await shoot(page, 'push-devices');

    await change(next);
    expect(await endpoints()).toEqual([next?.endpoint]);

    await world.data.delete(PushRegistrations, (await devices())[0]?.id ?? '');
    await change(later);
    expect(await endpoints()).toEqual([]);
  },
);

test('permission is requested only on a click, and obstacles are explained', async ({
  page,
  openBrowser,
  signInAs,
  baseURL,
}) => {
  const { cookie } = await signInAs();
  await page.addInitScript(() => {
    let permission: NotificationPermission = 'default';
    let asked = 0;
    Object.defineProperty(Notification, 'permission', { get: () => permission });
    Object.defineProperty(window, 'asked', { get: () => asked });
    Notification.requestPermission = async () => {
      asked += 1;
      permission = 'denied';
      return permission;
    };
  });
  const asked = () => page.evaluate(() => (window as unknown as { asked: number }).asked);

  await page.goto('/account');
  await expect(page.getByText(texts.why)).toBeVisible();
  await shoot(page, 'account-push-off');
  expect(await asked()).toBe(0);
  await page.getByRole('button', { name: texts.turnOn }).click();
  await expect(page.getByText(texts.denied)).toBeVisible();
  expect(await asked()).toBe(1);
  await expect(page.getByRole('button', { name: texts.turnOn })).toHaveCount(0);

  const without = await openBrowser();
  await wear(without, cookie, baseURL);
  const bare = await without.newPage();
  await bare.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'));
  await bare.goto('/account');
  await expect(bare.getByText(texts.unsupported)).toBeVisible();
});
