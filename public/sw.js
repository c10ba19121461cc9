/*
 * The one service worker of Plaza: shows pushes and leads to what they tell of. It answers no fetches, so a page is never
 * older than the server. What it is sent is made by lib/notifications/push/message.ts.
 */
const REGISTER = '/api/notifications/fcm/register';
/** Where pages keep the name of this device, because a worker sees no local storage. */
const DEVICE_CACHE = 'plaza-device';
const DEVICE_KEY = '/device-fingerprint';

const generic = {
  en: 'You have a new notification',
  uk: 'У вас нове сповіщення',
  ru: 'У вас новое уведомление',
};

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('push', (event) => event.waitUntil(show(event.data)));
self.addEventListener('notificationclick', (event) => event.waitUntil(open(event.notification)));
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(resubscribe(event)));

async function show(data) {
  const note = readNote(data);
  await self.registration.showNotification(note.title, {
    body: note.message,
    tag: note.tag,
    renotify: note.urgent,
    lang: note.lang,
    data: { id: note.id, path: ownPath(note.data?.actionUrl) },
  });
  if (note.count !== null) await self.navigator.setAppBadge?.(note.count);
}

/** What was sent, or a generic text: a push that shows nothing costs the permission. */
function readNote(data) {
  const note = parsed(data);
  const lang = textOf(note.lang) ?? self.navigator.language.slice(0, 2);
  const title = textOf(note.title) ?? generic[lang] ?? generic.en;
  const tag = textOf(note.tag) ?? 'plaza';
  return {
    title,
    message: textOf(note.message) ?? '',
    tag,
    urgent: note.urgent === true,
    lang,
    id: textOf(note.id),
    data: note.data,
    count: Number.isInteger(note.count) && note.count >= 0 ? note.count : null,
  };
}

function parsed(data) {
  try {
    const note = data?.json();
    return typeof note === 'object' && note !== null ? note : {};
  } catch {
    return {};
  }
}

const textOf = (value) => (typeof value === 'string' && value !== '' ? value : null);

/** A place of our own site; anything else leads to the list. */
function ownPath(address) {
  const url = typeof address === 'string' ? URL.parse(address, self.location.origin) : null;
  return url?.origin === self.location.origin ? url.pathname + url.search + url.hash : '/notifications';
}

async function open(notification) {
  notification.close();
  const { id, path } = notification.data ?? {};
  await Promise.all([markRead(id), goTo(ownPath(path))]);
}

/** A failure costs nothing: the row stays unread and is seen in the list. */
async function markRead(id) {
  if (typeof id !== 'string' || !/^[A-Za-z0-9_-]{1,128}$/.test(id)) return;
  try {
    await fetch(`/api/notifications/${id}/read`, { method: 'PUT', credentials: 'same-origin', keepalive: true });
  } catch {}
}

async function goTo(path) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find(({ focused }) => focused) ?? pages[0];
  try {
    const there = await page?.navigate(path);
    if (there) return await there.focus();
  } catch {
    // A page that is not ours to lead, such as one opened before this worker, stays where it is.
  }
  return self.clients.openWindow(path);
}

/** The push service has given this browser another address. */
async function resubscribe({ oldSubscription }) {
  const [known, device] = await Promise.all([fetch('/api/push/vapid-public'), deviceName()]);
  if (!known.ok || device === null) return;
  const { publicKey, keyId } = await known.json();
  const subscription = await self.registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  await fetch(REGISTER, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      deviceFingerprint: device,
      platform: 'web',
      subscription,
      keyId,
      ...(oldSubscription && { previousEndpoint: oldSubscription.endpoint }),
    }),
  });
}

async function deviceName() {
  const kept = await (await caches.open(DEVICE_CACHE)).match(DEVICE_KEY);
  return kept ? kept.text() : null;
}
