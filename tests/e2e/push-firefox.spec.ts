import type { Runtime } from '#lib/context/runtime.ts';
import { Notifications } from '#lib/notifications/collections.ts';
import { PushRegistrations } from '#lib/notifications/push/collections.ts';
import { devicesOf } from '#lib/notifications/push/queries.ts';
import { makePerson, type Person } from '#tests/support/browser.ts';
import { type Firefox, findFirefox, pushPrefs, startFirefox } from '#tests/support/firefox.ts';
import { openPushRelay } from '#tests/support/push-relay.ts';
import { loopbackAuthority, pushVars } from '#tests/support/push-vars.ts';
import type { Server } from '#tests/support/server.ts';
import { signatureOf } from '#tests/support/vapid-signature.ts';
import { long } from './fixtures/form.ts';
import { test as base, expect } from './fixtures/shop-test.ts';
import { words } from './fixtures/words.ts';

// The browser really subscribes, decrypts and shows; only its push service is ours. In CI Firefox must be installed;
// elsewhere its absence is reported.
const program = findFirefox();
const test = base.extend<{ relay: Awaited<ReturnType<typeof openPushRelay>>; firefox: Firefox }>({
  relay: async ({ browserName: _ }, use) => {
    const relay = await openPushRelay();
    await use(relay);
    relay.close();
  },
  firefox: async ({ relay }, use) => {
    if (program === null) throw new Error('firefox-esr is not installed');
    const firefox = await startFirefox(program, pushPrefs(relay.url));
    await use(firefox);
    await firefox.close();
  },
});
test.skip(program === null && !process.env.CI, 'not installed: firefox-esr');
test.use({ vars: { ...pushVars, NODE_EXTRA_CA_CERTS: loopbackAuthority } });

const texts = words.en.push;
const devices = async (world: Runtime, { ctx }: Person) => (await world.data.find(devicesOf(ctx.user.id))).rows;

type News = { readonly title: string; readonly message?: string; readonly data: Readonly<Record<string, string>> };

/** Sends a notification to a user, by the route for admins. */
async function tell({ origin }: Server, by: Person, to: Person, news: News) {
  const reply = await fetch(`${origin}/api/notifications`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: `${by.cookie.name}=${by.cookie.value}`, origin },
    body: JSON.stringify({ userId: to.ctx.user.id, type: 'ENTITY', priority: 'high', message: 'Words', ...news }),
  });
  expect(reply.status).toBe(201);
  const { notification } = (await reply.json()) as { notification: { id: string } };
  return { id: notification.id };
}

type Shown = { readonly title: string; readonly body: string; readonly tag: string; readonly data: unknown };
const shownIn = (firefox: Firefox) =>
  firefox.look<Shown[]>(
    `navigator.serviceWorker.getRegistration('/').then((own) => own.getNotifications())
      .then((all) => all.map(({ title, body, tag, data }) => ({ title, body, tag, data })))`,
  );
const buttonOf = (name: string) =>
  `[...document.querySelectorAll('button')].find(({ textContent }) => textContent === ${JSON.stringify(name)})`;
const hasButton = (firefox: Firefox, name: string) => firefox.look<boolean>(`Boolean(${buttonOf(name)})`);
const hasRegistered = (firefox: Firefox) =>
  firefox.look<boolean>(
    `performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/api/notifications/fcm/register'))`,
  );
const press = (firefox: Firefox, name: string) => firefox.inPage(`${buttonOf(name)}.click()`);

test(
  'Firefox subscribes, decrypts a push, shows it and opens its page on a click',
  long,
  async ({ firefox, relay, server, world }) => {
    test.setTimeout(300_000);
    const [admin, olena] = [await makePerson(world, { role: 'admin' }), await makePerson(world)];
    const codes = () => relay.acks.map(({ code }) => code);
    const order = { actionUrl: '/notifications?status=unread', collapseKey: 'order:P4C0FFEE00' };
    await firefox.wear(olena.cookie, server.origin);
    await firefox.open(`${server.origin}/account`);

    await test.step('a click registers this browser', async () => {
      await expect.poll(() => hasButton(firefox, texts.turnOn)).toBe(true);
      expect(relay.addresses()).toBe(0);
      await press(firefox, texts.turnOn);
      await expect.poll(() => hasButton(firefox, texts.turnOff)).toBe(true);
      const [device] = await devices(world, olena);
      expect(device?.data.subscription?.endpoint).toContain(relay.origin);
    });

    const { id } = await test.step('a push is encrypted, signed, accepted and shown', async () => {
      const told = await tell(server, admin, olena, {
        title: 'Замовлення вже їде',
        message: 'Ваше замовлення P4C0FFEE00 їде до вас',
        data: order,
      });
      await expect.poll(codes).toEqual([100]);
      const [posted] = relay.posted;
      expect(posted?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high' });
      expect(posted?.headers.topic).toMatch(/^[\w-]{24}$/);
      expect(Number(posted?.headers.ttl)).toBeGreaterThan(0);
      const { key, payload } = await signatureOf(posted?.headers.authorization, new Date());
      expect(key).toBe(pushVars.VAPID_PUBLIC_KEY);
      expect(payload).toMatchObject({ aud: relay.origin, sub: pushVars.VAPID_SUBJECT });
      await expect
        .poll(() => shownIn(firefox))
        .toEqual([
          {
            title: 'Замовлення вже їде',
            body: 'Ваше замовлення P4C0FFEE00 їде до вас',
            tag: 'order:P4C0FFEE00',
            data: { id: told.id, url: `${server.origin}/notifications?status=unread` },
          },
        ]);
      return told;
    });

    await test.step('a later push on the same subject replaces it', async () => {
      await tell(server, admin, olena, { title: 'Замовлення на місці', data: order });
      await expect
        .poll(async () => (await shownIn(firefox))?.map(({ title }) => title))
        .toEqual(['Замовлення на місці']);
    });

    await test.step('a click opens its page and marks it read', async () => {
      await firefox.aroundPage(
        `Services.wm.getMostRecentWindow('alert:alert').document.getElementById('alertBox').click()`,
      );
      await expect.poll(() => firefox.tabs()).toEqual([`${server.origin}/notifications?status=unread`]);
      await expect.poll(async () => (await world.data.need(Notifications, id)).data.status).toBe('read');
      await expect.poll(() => shownIn(firefox)).toEqual([]);
    });

    await test.step('a push encrypted for another browser is not shown', async () => {
      // The page that the click opened registers this browser's own keys again.
      await expect.poll(() => hasRegistered(firefox)).toBe(true);
      const [device] = await devices(world, olena);
      const address = device?.data.subscription;
      if (!device || !address) throw new Error('there is no device');
      const subscription = { ...address, keys: { ...address.keys, auth: 'A'.repeat(22) } };
      await world.data.update(PushRegistrations, device.id, { subscription });
      await tell(server, admin, olena, { title: 'Not for you', data: {} });
      await expect.poll(codes).toEqual([100, 100, 101]);
      await expect.poll(() => shownIn(firefox)).toEqual([]);
    });

    await test.step('the browser registers again when the push service has forgotten it', async () => {
      const endpointNow = async () => (await devices(world, olena))[0]?.data.subscription?.endpoint;
      const former = await endpointNow();
      relay.forget();
      await expect.poll(endpointNow).not.toBe(former);
      await tell(server, admin, olena, { title: 'Heard again', data: {} });
      await expect.poll(codes).toEqual([100, 100, 101, 100]);
    });

    await test.step('signing out removes the address and closes what is shown', async () => {
      await firefox.open(`${server.origin}/account`);
      await expect.poll(() => hasButton(firefox, texts.turnOff)).toBe(true);
      await press(firefox, words.en.account.signOut);
      await expect.poll(() => relay.addresses()).toBe(0);
      await expect.poll(() => devices(world, olena)).toEqual([]);
      await expect.poll(() => shownIn(firefox)).toEqual([]);
    });
  },
);
