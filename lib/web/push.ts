import { ApiProblem, get, post, remove } from './api-client.ts';
import { deviceFingerprint } from './push-device.ts';

const REGISTER = '/api/notifications/fcm/register';

/**
 * How it stands with pushes in this browser. `unsupported`: it has none, or the server sends none. `install`: it takes
 * them only from the home screen. `denied`: the person has said no, and only they can take that back.
 */
export type PushState = 'unsupported' | 'install' | 'denied' | 'off' | 'on';

type Known = { readonly publicKey: string; readonly keyId: string };

/** Whether pushes can be turned on here, and whether they are. */
export async function pushState(): Promise<PushState> {
  if (!isSupported()) return isPhoneOfApple() ? 'install' : 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const subscription = await (await registered())?.pushManager.getSubscription();
  return subscription && Notification.permission === 'granted' ? 'on' : 'off';
}

/** Asks for the permission, subscribes and registers this device. To be called from a click only. */
export async function turnOnPush(): Promise<PushState> {
  if (!isSupported()) return pushState();
  const answer = await Notification.requestPermission();
  if (answer !== 'granted') return answer === 'denied' ? 'denied' : 'off';
  const known = await get<Known>('/api/push/vapid-public');
  const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  await navigator.serviceWorker.ready;
  await renew(registration, known);
  return 'on';
}

/** Takes this device off the list and gives its address up. */
export async function turnOffPush(): Promise<PushState> {
  await (await (await registered())?.pushManager.getSubscription())?.unsubscribe();
  await removeDevice(await deviceFingerprint());
  return pushState();
}

/** Takes a device off the list, this one or another. */
export const removeDevice = (fingerprint: string): Promise<unknown> =>
  remove(REGISTER, {}, { deviceFingerprint: fingerprint });

/**
 * Keeps pushes working, at every start of a page: a browser that was subscribed with another key than the present one
 * would hear nothing any more, so it subscribes anew. Does nothing where they are off.
 */
export async function keepPush(): Promise<void> {
  if (!isSupported() || Notification.permission !== 'granted') return;
  const registration = await registered();
  const subscription = await registration?.pushManager.getSubscription();
  if (!registration || !subscription) return;
  const known = await get<Known>('/api/push/vapid-public');
  if (!isMadeWith(subscription, known.publicKey)) return renew(registration, known);
  try {
    await register(subscription, known);
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== 'ResubscribeNeeded') throw error;
    await renew(registration, known);
  }
}

/** What signing out takes along: the address, and what is shown of the person who leaves. */
export async function forgetPush(): Promise<void> {
  const registration = isSupported() ? await registered() : undefined;
  if (!registration) return;
  const [subscription, shown] = await Promise.all([
    registration.pushManager.getSubscription(),
    registration.getNotifications(),
  ]);
  for (const notification of shown) notification.close();
  await subscription?.unsubscribe();
  await navigator.clearAppBadge?.();
}

const isSupported = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
const isPhoneOfApple = (): boolean => /iPhone|iPad/.test(navigator.userAgent);
const registered = (): Promise<ServiceWorkerRegistration | undefined> => navigator.serviceWorker.getRegistration('/');

/** Subscribes with the present key; a subscription of another key has to go first. */
async function renew(registration: ServiceWorkerRegistration, known: Known): Promise<void> {
  const former = await registration.pushManager.getSubscription();
  await former?.unsubscribe();
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: known.publicKey,
  });
  await register(subscription, known, former?.endpoint);
}

async function register(subscription: PushSubscription, { keyId }: Known, previousEndpoint?: string): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  await post(REGISTER, {
    deviceFingerprint: await deviceFingerprint(),
    platform: 'web',
    subscription: { endpoint, keys },
    keyId,
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
