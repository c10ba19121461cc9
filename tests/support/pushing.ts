import type { UserContext } from '#lib/context/context.ts';
import type { PushWays } from '#lib/context/ports/push.ts';
import { registerDevice } from '#lib/notifications/push/registrations.ts';
import { keyIdOf } from '#services/push/vapid.ts';
import { openWebPush } from '#services/push/web-push.ts';
import { asUser, type Overrides, type TestContext, testContext } from '#tests/support/context.ts';
import { type Answering, openPushService } from '#tests/support/push-service.ts';
import { subscribe } from '#tests/support/push-subscription.ts';
import { loopbackTls, pushVars } from '#tests/support/push-vars.ts';

/** Opens a world whose web push goes to a push service on this machine, and creates a user in it. */
export async function openPushWorld({ answer, ...overrides }: Overrides & { readonly answer?: Answering } = {}) {
  const service = await openPushService(answer);
  const pair = { publicKey: pushVars.VAPID_PUBLIC_KEY, privateKey: pushVars.VAPID_PRIVATE_KEY };
  const now = () => world.now();
  const web = openWebPush({
    ...{ pair, now, subject: pushVars.VAPID_SUBJECT, allowed: ['localhost'], ca: loopbackTls.cert, timeoutMs: 600_000 },
  });
  const world: TestContext = await testContext({ push: { web, tokens: null } satisfies PushWays, ...overrides });
  const anna = await asUser(world);
  return { service, world, anna, keyId: keyIdOf(pair.publicKey) };
}

/** Gives a user a browser that is subscribed at the service. */
export async function addBrowser(as: UserContext, origin: string, name: string) {
  const browser = subscribe(`${origin}/wpush/${name}`);
  await registerDevice(as, {
    deviceFingerprint: `device-${name}`,
    deviceInfo: {},
    platform: 'web',
    subscription: browser.subscription,
  });
  return browser;
}
