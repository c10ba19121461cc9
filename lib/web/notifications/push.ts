import { ApiProblem, get, post, remove } from '#lib/web/api/api-client.ts';
import { deviceFingerprint, isPushWanted, setPushWanted } from './push-device.ts';

const REGISTER = '/api/notifications/fcm/register';

/**
 * How it stands with pushes in this browser. `unsupported`: it has none. `install`: it takes
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
  try {
    await renew(registration, known, 'asked');
  } catch (error) {
    // A browser with an address that the server does not know would say that it is on.
    await (await registration.pushManager.getSubscription())?.unsubscribe();
    throw error;
  }
  await setPushWanted(true);
  return 'on';
}

/** Takes this device off the list and gives its address up. */
export async function turnOffPush(): Promise<PushState> {
  await setPushWanted(false);
  await (await (await registered())?.pushManager.getSubscription())?.unsubscribe();
  await removeDevice(await deviceFingerprint());
  return pushState();
}

/** Whether a device of the list is this browser. */
export const isThisDevice = async (fingerprint: string): Promise<boolean> =>
  isSupported() && 'caches' in window && fingerprint === (await deviceFingerprint());

/** Takes a device off the list, this one or another. */
export const removeDevice = (fingerprint: string): Promise<unknown> =>
  remove(REGISTER, {}, { deviceFingerprint: fingerprint });

/**
 * Keeps pushes working, at every start of a page: a browser that was subscribed with another key than the present one
 * would hear nothing any more, and neither would one that has lost its address, so they subscribe anew. A browser that was
 * taken off the list of whoever is signed in, or that another person has turned on, is off from then on. Does nothing where
 * pushes are off.
 */
export async function keepPush(): Promise<void> {
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
    if (code === 'DeviceRemoved') return forgetPush();
    if (code !== 'ResubscribeNeeded') throw error;
    await renew(registration, known, 'kept');
  }
}

/** What signing out takes along: the address, and what is shown of the person who leaves. */
export async function forgetPush(): Promise<void> {
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
/** A newer iPad calls itself a Mac; no Mac has a screen to touch. */
const isPhoneOfApple = (): boolean =>
  /iPhone|iPad/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
const registered = (): Promise<ServiceWorkerRegistration | undefined> => navigator.serviceWorker.getRegistration('/');

/** Subscribes with the present key; a subscription of another key has to go first. */
async function renew(registration: ServiceWorkerRegistration, known: Known, why: Why): Promise<void> {
  const former = await registration.pushManager.getSubscription();
  await former?.unsubscribe();
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: known.publicKey,
  });
  await register(subscription, known, why, former?.endpoint);
}

/** Only a person's click puts a device on the list; a page keeps one that is there. */
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
