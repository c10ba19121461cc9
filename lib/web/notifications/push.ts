import { ApiProblem, get, post, remove } from '#lib/web/api/api-client.ts';
import { deviceFingerprint, isPushWanted, setPushWanted } from './push-device.ts';

const REGISTER = '/api/notifications/fcm/register';

/**
 * The state of pushes in this browser. `unsupported`: it has none. `install`: it allows them only from the home
 * screen. `denied`: the user has refused, and only they can change that.
 */
export type PushState = 'unsupported' | 'install' | 'denied' | 'off' | 'on';

type Known = { readonly publicKey: string; readonly keyId: string };

/** Returns whether pushes can be turned on here, and whether they are. */
export async function pushState(): Promise<PushState> {
  if (!isSupported()) return isPhoneOfApple() ? 'install' : 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const subscription = await (await registered())?.pushManager.getSubscription();
  return subscription && Notification.permission === 'granted' ? 'on' : 'off';
}

/** Asks for permission, subscribes and registers this device. Call it only from a click. */
export async function turnOnPush(): Promise<PushState> {
  if (!isSupported()) return pushState();
  const answer = await Notification.requestPermission();
  if (answer !== 'granted') return answer === 'denied' ? 'denied' : 'off';
  const known = await get<Known>('/api/push/vapid-public');
  const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  await navigator.serviceWorker.ready;
  try {
    await renew(registration, known, 'asked');
  } catch (error) {
    // A browser with a subscription that the server does not know would show pushes as on.
    await (await registration.pushManager.getSubscription())?.unsubscribe();
    throw error;
  }
  await setPushWanted(true);
  return 'on';
}

/** Removes this device from the list and unsubscribes it. */
export async function turnOffPush(): Promise<PushState> {
  await setPushWanted(false);
  await (await (await registered())?.pushManager.getSubscription())?.unsubscribe();
  await removeDevice(await deviceFingerprint());
  return pushState();
}

/** Returns whether a device of the list is this browser. */
export const isThisDevice = async (fingerprint: string): Promise<boolean> =>
  isSupported() && 'caches' in window && fingerprint === (await deviceFingerprint());

/** Removes a device from the list, this one or another. */
export const removeDevice = (fingerprint: string): Promise<unknown> =>
  remove(REGISTER, {}, { deviceFingerprint: fingerprint });

/**
 * Keeps pushes working, at every start of a page. A browser subscribed with an old key would get nothing any more,
 * and neither would one that has lost its subscription. So both subscribe again. A browser that was removed from the
 * user's devices, or turned on by another user, is turned off. Does nothing where pushes are off.
 */
export async function renewPush(): Promise<void> {
  if (!isSupported() || Notification.permission !== 'granted') return;
  const registration = await registered();
  const subscription = await registration?.pushManager.getSubscription();
  if (!registration || !(subscription || (await isPushWanted()))) return;
  const known = await get<Known>('/api/push/vapid-public');
  try {
    if (!subscription || !isMadeWith(subscription, known.publicKey)) return await renew(registration, known, 'kept');
    await register(subscription, known, 'kept');
  } catch (error) {
    const code = error instanceof ApiProblem ? error.code : '';
    if (code === 'DeviceRemoved') return removePush();
    if (code !== 'ResubscribeNeeded') throw error;
    await renew(registration, known, 'kept');
  }
}

/** Removes the subscription and the shown notifications of a user who signs out. */
export async function removePush(): Promise<void> {
  await navigator.clearAppBadge?.().catch(() => undefined);
  const registration = isSupported() ? await registered() : undefined;
  if (!registration) return;
  await setPushWanted(false);
  const [subscription, shown] = await Promise.all([
    registration.pushManager.getSubscription(),
    registration.getNotifications(),
  ]);
  for (const notification of shown) notification.close();
  await subscription?.unsubscribe();
}

const isSupported = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
/** A newer iPad identifies itself as a Mac, but no Mac has a touch screen. */
const isPhoneOfApple = (): boolean =>
  /iPhone|iPad/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
const registered = (): Promise<ServiceWorkerRegistration | undefined> => navigator.serviceWorker.getRegistration('/');

/** Subscribes with the current key. A subscription with another key must be removed first. */
async function renew(registration: ServiceWorkerRegistration, known: Known, why: Why): Promise<void> {
  const former = await registration.pushManager.getSubscription();
  await former?.unsubscribe();
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: known.publicKey,
  });
  await register(subscription, known, why, former?.endpoint);
}

/** Only a user's click adds a device to the list. A page only renews one that is on it. */
type Why = 'asked' | 'kept';

async function register(
  subscription: PushSubscription,
  { keyId }: Known,
  why: Why,
  previousEndpoint?: string,
): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  await post(REGISTER, {
    deviceFingerprint: await deviceFingerprint(),
    platform: 'web',
    subscription: { endpoint, keys },
    keyId,
    isRenewal: why === 'kept',
    ...(previousEndpoint !== undefined && { previousEndpoint }),
  });
}

function isMadeWith({ options }: PushSubscription, publicKey: string): boolean {
  const key = options.applicationServerKey;
  return key !== null && base64url(new Uint8Array(key)) === publicKey;
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
