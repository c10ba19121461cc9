/*
 * The one service worker of Plaza: shows pushes and leads to what they tell of. It answers no fetches, so a page is never
 * older than the server. What it is sent is made by lib/notifications/push/message.ts.
 */
const REGISTER = '/api/notifications/fcm/register';
/** Where pages keep the name of this device, because a worker sees no local storage. */
const DEVICE_CACHE = 'plaza-device';
const DEVICE_KEY = '/device-fingerprint';
/** As lib/web/notifications/shown-pushes.ts asks, for pages. */
const UNREAD = '/api/notifications?status=unread&limit=100';

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
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    ...(note.at !== null && { timestamp: note.at }),
    data: { id: note.id, url: ownAddress(note.data?.actionUrl) },
  });
  if (note.count !== null) await self.navigator.setAppBadge?.(note.count);
  await closeRead(note.tag);
}

/**
 * Takes away what was read on another device since it was shown here. Looked for with each push and click, because no page
 * need be open; what fails is made up for by the next.
 */
async function closeRead(justShown) {
  const shown = await self.registration.getNotifications();
  const others = shown.filter(({ tag, data }) => tag !== justShown && /^ntf_/.test(data?.id ?? ''));
  if (others.length === 0) return;
  try {
    const answer = await fetch(UNREAD, { credentials: 'same-origin' });
    if (!answer.ok) return;
    const { notifications, pagination } = await answer.json();
    if (pagination.hasNext) return;
    for (const one of others) if (!notifications.some(({ id }) => id === one.data.id)) one.close();
  } catch {}
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
    at: Date.parse(note.at) || null,
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

/**
 * A page of our own site, whole: of an address such as `https://ours//theirs` the path alone would lead away. Anything else
 * leads to the list. Written for browsers that have pushes but not yet `URL.parse`.
 */
function ownAddress(address) {
  const list = new URL('/notifications', self.location.origin).href;
  if (typeof address !== 'string') return list;
  try {
    const { origin, protocol, username, password, href } = new URL(address, self.location.origin);
    const isPage = protocol === self.location.protocol && username === '' && password === '';
    return isPage && origin === self.location.origin ? href : list;
  } catch {
    return list;
  }
}

async function open(notification) {
  notification.close();
  const { id, url } = notification.data ?? {};
  await Promise.all([markRead(id).then(() => closeRead()), goTo(ownAddress(url))]);
}

/** A failure costs nothing: the row stays unread and is seen in the list. */
async function markRead(id) {
  if (typeof id !== 'string' || !/^[A-Za-z0-9_-]{1,128}$/.test(id)) return;
  try {
    await fetch(`/api/notifications/${id}/read`, { method: 'PUT', credentials: 'same-origin', keepalive: true });
  } catch {}
}

/** A tab that is there already is shown as it is, with what was written in it; else an open one is led there. */
async function goTo(address) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const pages = windows.filter(({ frameType }) => frameType !== 'nested');
  const there = pages.find(({ url }) => url === address);
  const page = there ?? (await lead(pages.find(({ focused }) => focused) ?? pages[0], address));
  if (!page) return self.clients.openWindow(address);
  // A browser may refuse to bring a tab to the front; a second one would not help.
  await page.focus().catch(() => undefined);
}

/** The page where it has gone; null where it may not be led, such as one opened before this worker. */
async function lead(page, address) {
  try {
    return (await page?.navigate(address)) ?? null;
  } catch {
    return null;
  }
}

/**
 * The push service has given this browser another address. What fails here is made up for by the next page; a device that
 * was taken off its owner's list, or whose owner has left, is not put on one again.
 */
async function resubscribe({ oldSubscription }) {
  const [known, device] = await Promise.all([fetch('/api/push/vapid-public'), deviceName()]);
  if (!known.ok || device === null || Notification.permission !== 'granted') return;
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
      isRenewal: true,
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
