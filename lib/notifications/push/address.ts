import type { PushAnswer, PushMessage, PushSubscription, PushWays } from '#lib/context/ports/push.ts';
import { hashOf } from '#lib/core/ids.ts';
import type { PushRegistration } from '#lib/notifications/schemas/registration.ts';

/** By which way a device is reached, of those it has. */
export type Address =
  | { readonly provider: 'webpush'; readonly subscription: PushSubscription; readonly keyId: string }
  | { readonly provider: 'fcm'; readonly token: string };

/** By which the holder of an address is found. */
export const addressHashOf = (address: string): string => hashOf('push-address', address);
const hashOfAddress = (to: Address): string =>
  addressHashOf(to.provider === 'webpush' ? to.subscription.endpoint : to.token);

/** Whether the device still has this address: it may have been renewed meanwhile. */
export const holds = ({ addressHash }: PushRegistration, to: Address): boolean =>
  addressHash.includes(hashOfAddress(to));

/** One address of a device, never both: its browser where that was subscribed with a key of ours, else its app. */
export function addressOf(
  { web, tokens }: PushWays,
  { subscription, keyId, token }: Pick<PushRegistration, 'subscription' | 'keyId' | 'token'>,
): Address | null {
  if (web && subscription && keyId !== null && web.knows(keyId)) return { provider: 'webpush', subscription, keyId };
  if (tokens && token !== null) return { provider: 'fcm', token };
  return null;
}

/** Sends by the way of the address. */
export async function sendTo(ways: PushWays, to: Address, message: PushMessage): Promise<PushAnswer> {
  const answer =
    to.provider === 'webpush'
      ? ways.web?.send(to.subscription, to.keyId, message)
      : ways.tokens?.send(to.token, message);
  return (await answer) ?? { state: 'failed', reason: 'NotConfigured' };
}

/** What is left of a device without an address that is no more; null where it was the only one. */
export function withoutAddress(device: PushRegistration, gone: Address): PushRegistration | null {
  const addressHash = device.addressHash.filter((hash) => hash !== hashOfAddress(gone));
  const left =
    gone.provider === 'webpush'
      ? { ...device, addressHash, subscription: null, keyId: null, needsResubscribe: false }
      : { ...device, addressHash, token: null };
  return left.subscription || left.token ? left : null;
}
