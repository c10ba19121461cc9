import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pushState, removePush, renewPush, turnOffPush, turnOnPush } from './push.ts';

const keys = { present: 'present-key0', former: 'former-key00' };
const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url')).buffer;

type Sent = { readonly method: string; readonly path: string; readonly body: Record<string, unknown> | null };

/** Opens a browser with one page of ours, and the server behind it. */
function openBrowser(permission: NotificationPermission = 'granted') {
  const sent: Sent[] = [];
  const refused: string[] = [];
  /** Whether the server has removed this browser from the user's devices. */
  const list = { isGone: false };
  let made = 0;
  let subscription: ReturnType<typeof subscribed> | null = null;
  const shown = [{ close: vi.fn() }];
  const world = { permission, isRegistered: false };

  function subscribed(key: string) {
    const endpoint = `https://push.test/${++made}`;
    return {
      endpoint,
      options: { applicationServerKey: bytesOf(key) },
      toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh: 'p', auth: 'a' } }),
      unsubscribe: async () => {
        subscription = null;
        return true;
      },
    };
  }
  const registration = {
    pushManager: {
      getSubscription: async () => subscription,
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        if (subscription) throw new Error('InvalidStateError');
        subscription = subscribed(applicationServerKey);
        return subscription;
      },
    },
    getNotifications: async () => shown,
  };
  const kept = new Map<string, Response>();
  vi.stubGlobal('window', { PushManager: class {}, Notification: class {} });
  vi.stubGlobal('caches', {
    open: async () => ({
      match: async (key: string) => kept.get(key)?.clone(),
      put: async (key: string, response: Response) => void kept.set(key, response),
      delete: async (key: string) => kept.delete(key),
    }),
  });
  vi.stubGlobal('navigator', {
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    serviceWorker: {
      ready: Promise.resolve(registration),
      register: async () => {
        world.isRegistered = true;
        return registration;
      },
      getRegistration: async () => (world.isRegistered ? registration : undefined),
    },
  });
  vi.stubGlobal('Notification', {
    get permission() {
      return world.permission;
    },
    requestPermission: async () => world.permission,
  });
  vi.stubGlobal('fetch', async (path: string, { method, body }: { method: string; body?: string }) => {
    const one = { method, path, body: body === undefined ? null : (JSON.parse(body) as Sent['body']) };
    if (path === '/api/push/vapid-public')
      return Response.json({
        publicKey: Buffer.from(keys.present, 'base64url').toString('base64url'),
        keyId: 'keyid-01',
      });
    sent.push(one);
    const endpoint = (one.body?.subscription as { endpoint?: string } | undefined)?.endpoint ?? '';
    const code = list.isGone && one.body?.isRenewal ? 'DeviceRemoved' : 'ResubscribeNeeded';
    if (code === 'ResubscribeNeeded' && !refused.includes(endpoint)) return Response.json({ success: true });
    return Response.json({ error: 'Conflict', message: 'no', statusCode: 409, details: { code } }, { status: 409 });
  });
  return {
    ...{ sent, refused, shown, world, list },
    endpoint: () => subscription?.endpoint ?? null,
    /** The state left by an earlier visit. */
    subscribe: (key: string) => {
      world.isRegistered = true;
      subscription = subscribed(key);
    },
    /** A browser may do this by itself. */
    loseAddress: () => {
      subscription = null;
    },
  };
}

let browser: ReturnType<typeof openBrowser>;
beforeEach(() => {
  browser = openBrowser();
});
afterEach(() => void vi.unstubAllGlobals());

describe('turning push notifications on', () => {
  it('registers the browser under a stable name, and turning them off unregisters that name', async () => {
    expect(await pushState()).toBe('off');

    expect(await turnOnPush()).toBe('on');
    expect(await pushState()).toBe('on');
    expect(await turnOffPush()).toBe('off');

    const [added, removed] = browser.sent;
    expect(added).toMatchObject({ method: 'POST', body: { platform: 'web', keyId: 'keyid-01' } });
    expect(removed).toMatchObject({ method: 'DELETE' });
    expect(removed?.body?.deviceFingerprint).toBe(added?.body?.deviceFingerprint);
    expect(browser.endpoint()).toBeNull();
  });

  it('fails when the server rejects the address', async () => {
    browser.refused.push('https://push.test/1');

    await expect(turnOnPush()).rejects.toThrow();

    expect(await pushState()).toBe('off');
    expect(browser.endpoint()).toBeNull();
  });

  it('requires an installation on Apple mobile devices, also on an iPad that identifies itself as a Mac', async () => {
    vi.stubGlobal('window', { Notification: class {} });
    const stateOf = (userAgent: string, maxTouchPoints: number) => {
      vi.stubGlobal('navigator', { userAgent, maxTouchPoints, serviceWorker: {} });
      return pushState();
    };

    expect(await stateOf('Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)', 5)).toBe('install');
    expect(await stateOf('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15', 5)).toBe('install');
    expect(await stateOf('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15', 0)).toBe('unsupported');
  });

  it('returns “denied” without a permission, and sends nothing', async () => {
    browser = openBrowser('denied');

    expect(await turnOnPush()).toBe('denied');
    expect(await pushState()).toBe('denied');
    expect(browser.sent).toEqual([]);
  });
});

describe('renewPush', () => {
  it('does nothing when push notifications are off', async () => {
    await renewPush();

    expect(browser.sent).toEqual([]);
  });

  it('registers the device again while its key is current', async () => {
    browser.subscribe(keys.present);

    await renewPush();

    expect(browser.sent).toHaveLength(1);
    expect(browser.endpoint()).toBe('https://push.test/1');
  });

  it('subscribes again when the key has changed, and names the previous address', async () => {
    browser.subscribe(keys.former);

    await renewPush();
    await renewPush();

    expect(browser.endpoint()).toBe('https://push.test/2');
    expect(browser.sent.map(({ body }) => body?.previousEndpoint)).toEqual(['https://push.test/1', undefined]);
  });

  it('subscribes again when the server reports that the push service rejects the address', async () => {
    browser.subscribe(keys.present);
    browser.refused.push('https://push.test/1');

    await renewPush();

    expect(browser.endpoint()).toBe('https://push.test/2');
    expect(browser.sent.at(-1)?.body).toMatchObject({ previousEndpoint: 'https://push.test/1' });
  });
});

describe('a browser with push notifications on', () => {
  it('subscribes again when it has lost its address, but not after they were turned off', async () => {
    await turnOnPush();
    browser.loseAddress();
    await renewPush();
    expect(browser.endpoint()).toBe('https://push.test/2');

    await turnOffPush();
    await renewPush();
    expect(browser.endpoint()).toBeNull();
  });

  it('turns them off once the server has removed this browser from the devices of the user', async () => {
    await turnOnPush();
    browser.list.isGone = true;

    await renewPush();
    await renewPush();

    expect(browser.endpoint()).toBeNull();
    expect(browser.shown[0]?.close).toHaveBeenCalledOnce();
    expect(browser.sent.map(({ body }) => body?.isRenewal)).toEqual([false, true]);
  });
});

describe('removePush', () => {
  it('unsubscribes and closes the shown notifications', async () => {
    browser.subscribe(keys.present);

    await removePush();

    expect(browser.endpoint()).toBeNull();
    expect(browser.shown[0]?.close).toHaveBeenCalledOnce();
  });
});
