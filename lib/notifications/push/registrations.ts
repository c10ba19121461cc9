import { ECDH } from 'node:crypto';
import { deviceOf } from '#lib/context/client.ts';
import type { UserContext } from '#lib/context/context.ts';
import { conflict, invalid, unavailable } from '#lib/core/errors.ts';
import { hashOf } from '#lib/core/ids.ts';
import type { Device, PushRegistration, RegisterDevice } from '#lib/notifications/schemas/registration.ts';
import { addressHashOf } from './address.ts';
import { PushRegistrations } from './collections.ts';
import { devicesOf } from './queries.ts';
import { findReplaced, readReplaced, settleRivals } from './replaced.ts';

/** Returns the row id of a user's device. */
export const registrationIdOf = (userId: string, deviceFingerprint: string): string =>
  hashOf('push-registration', userId, deviceFingerprint);

/**
 * Registers the caller's device for pushes. There is one row per user and device, so a rotated address replaces the
 * former one. An address belongs to the user who registered it last. With too many devices, the ones not seen for
 * longest are removed. A renewal is rejected when the device is not in the user's list, because it was removed or
 * another user has registered it.
 */
export async function registerDevice(ctx: UserContext, device: RegisterDevice): Promise<void> {
  if (device.subscription) assertOfOurs(ctx, device.subscription, device.keyId);
  const id = registrationIdOf(ctx.user.id, device.deviceFingerprint);
  const at = ctx.now().toISOString();
  const before = await ctx.data.get(PushRegistrations, id);
  const found = await findReplaced(ctx, id, rowOf(ctx, device, before?.data, at).addressHash, device.previousEndpoint);

  const { addressHash } = await ctx.data.tx(async (t) => {
    const known = (await t.get(PushRegistrations, id))?.data;
    if (device.isRenewal && !known)
      throw conflict('This device is no longer registered for your push notifications. Register it again', {
        code: 'DeviceRemoved',
      });
    if (known?.needsResubscribe && device.subscription && known.subscription?.endpoint === device.subscription.endpoint)
      throw conflict('The push service rejects this subscription. Create a new one', { code: 'ResubscribeNeeded' });
    const row = rowOf(ctx, device, known, at);
    const replaced = await readReplaced(t, found);

    for (const registration of replaced) t.delete(PushRegistrations, registration.id);
    t.set(PushRegistrations, id, row);
    return row;
  });
  await settleRivals(ctx, addressHash);
  ctx.log('info', 'push.registered', { userId: ctx.user.id, registrationId: id });
}

/** Returns the caller's devices, the latest seen first. */
export async function listDevices(ctx: UserContext): Promise<readonly Device[]> {
  const { rows } = await ctx.data.find(devicesOf(ctx.user.id));
  return rows.map(({ data: { deviceFingerprint, userAgent, platform, lastSeenAt } }) => ({
    deviceFingerprint,
    name: deviceOf({ address: '', userAgent }) || platform,
    lastSeenAt,
  }));
}

/** Deletes a device of the caller. A missing device is not an error. */
export async function removeDevice(ctx: UserContext, deviceFingerprint: string): Promise<void> {
  const id = registrationIdOf(ctx.user.id, deviceFingerprint);
  await ctx.data.delete(PushRegistrations, id);
  ctx.log('info', 'push.removed', { userId: ctx.user.id, registrationId: id });
}

function rowOf(
  { user, session, client, push }: UserContext,
  device: RegisterDevice,
  known: PushRegistration | undefined,
  at: string,
): PushRegistration {
  const given = device.subscription;
  const subscription = given ? { endpoint: given.endpoint, keys: given.keys } : (known?.subscription ?? null);
  const token = device.token ?? known?.token ?? null;
  const { deviceInfo, platform } = device;
  const addressHash = [token, subscription?.endpoint].flatMap((address) => (address ? [addressHashOf(address)] : []));
  // A new address starts without failures; a known address keeps its failures.
  const failures = known && addressHash.every((hash) => known.addressHash.includes(hash)) ? known : unfailed;
  return {
    userId: user.id,
    deviceFingerprint: device.deviceFingerprint,
    token,
    subscription,
    keyId: given ? (device.keyId ?? push.web?.keyId ?? null) : (known?.keyId ?? null),
    addressHash,
    platform: platform || deviceInfo.platform || '',
    userAgent: (deviceInfo.userAgent ?? client.userAgent).slice(0, 400),
    sessionIdHash: session?.id ?? null,
    createdAt: known?.createdAt ?? at,
    lastSeenAt: at,
    lastOkAt: known?.lastOkAt ?? null,
    failCount: failures.failCount,
    failingSince: failures.failingSince,
    needsResubscribe: failures.needsResubscribe,
  };
}

const unfailed = { failCount: 0, failingSince: null, needsResubscribe: false } as const;

function assertOfOurs(
  { push: { web } }: UserContext,
  { endpoint, keys }: NonNullable<RegisterDevice['subscription']>,
  keyId: string | undefined,
): void {
  if (!web) throw pushNotConfigured();
  if (!web.accepts(endpoint))
    throw invalid('This push service is not supported', {
      'subscription.endpoint': 'must be an address of a known push service',
    });
  if (!isOnCurve(keys.p256dh))
    throw invalid('The keys of the subscription are not valid', {
      'subscription.keys.p256dh': 'must be a point on the P-256 curve',
    });
  if (keyId !== undefined && !web.knows(keyId))
    throw invalid('The subscription was created for another server key', { keyId: 'is not a key of this server' });
}

function isOnCurve(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url', 'base64url', 'compressed');
    return true;
  } catch {
    return false;
  }
}

/** Returns the error for a server without web push. Pages then hide the switch. */
export const pushNotConfigured = () =>
  unavailable('Web push is not set up on this server', { code: 'PushNotConfigured' });
