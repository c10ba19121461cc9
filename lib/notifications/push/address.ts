import type { PushAnswer, PushMessage, PushSubscription, PushWays } from '#lib/context/ports/push.ts';
import { hashOf } from '#lib/core/ids.ts';
import type { PushRegistration } from '#lib/notifications/schemas/registration.ts';

/** The address of a device at one of the push providers. */
export type Address =
  | { readonly provider: 'webpush'; readonly subscription: PushSubscription; readonly keyId: string }
  | { readonly provider: 'fcm'; readonly token: string };

/** Returns the hash by which the holder of an address is found. */
export const addressHashOf = (address: string): string => hashOf('push-address', address);
const hashOfAddress = (to: Address): string =>
  addressHashOf(to.provider === 'webpush' ? to.subscription.endpoint : to.token);

/** Whether the device still has this address, which may have been renewed meanwhile. */
export const holds = ({ addressHash }: PushRegistration, to: Address): boolean =>
  addressHash.includes(hashOfAddress(to));

/**
 * Returns one address of a device, never both. Prefers the browser subscription if it was made with one of our keys,
 * else the app token.
 */
export function addressOf(
  { web, tokens }: PushWays,
  { subscription, keyId, token }: Pick<PushRegistration, 'subscription' | 'keyId' | 'token'>,
): Address | null {
  if (web && subscription && keyId !== null && web.knows(keyId)) return { provider: 'webpush', subscription, keyId };
  if (tokens && token !== null) return { provider: 'fcm', token };
  return null;
}

/** Sends a message through the provider of the address. */
export async function sendTo(ways: PushWays, to: Address, message: PushMessage): Promise<PushAnswer> {
  const answer =
    to.provider === 'webpush'
      ? ways.web?.send(to.subscription, to.keyId, message)
      : ways.tokens?.send(to.token, message);
  return (await answer) ?? { state: 'failed', reason: 'NotConfigured' };
}

/** Returns a device without an address that no longer exists, or null when it was the only address. */
export function withoutAddress(device: PushRegistration, gone: Address): PushRegistration | null {
  const addressHash = device.addressHash.filter((hash) => hash !== hashOfAddress(gone));
  const left =
    gone.provider === 'webpush'
      ? { ...device, addressHash, subscription: null, keyId: null, needsResubscribe: false }
      : { ...device, addressHash, token: null };
  return left.subscription || left.token ? left : null;
}
