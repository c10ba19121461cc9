import { createHash } from 'node:crypto';
import webPush from 'web-push';
import { HOUR_MS, SECOND_MS } from '#lib/core/time.ts';

/** Push services reject a token that is valid for more than a day. Each token is used for less time than it is valid. */
const GOOD_MS = 12 * HOUR_MS;
const USED_MS = 11 * HOUR_MS;
/** A limit, because origins come from addresses that clients have sent. */
const MOST_ORIGINS = 200;

export type VapidPair = { readonly publicKey: string; readonly privateKey: string };

/** Returns the short id of a public key, which a registration stores. */
export const keyIdOf = (publicKey: string): string =>
  createHash('sha256').update(publicKey).digest('base64url').slice(0, 8);

/** Returns a signer for one key pair. Caches one header per origin, because making a header costs as much as a message. */
export function openVapid({ publicKey, privateKey }: VapidPair, subject: string, now: () => Date) {
  const kept = new Map<string, { readonly header: string; readonly until: number }>();

  return (origin: string): string => {
    const at = now().getTime();
    const known = kept.get(origin);
    if (known && at < known.until && known.until - at <= USED_MS) return known.header;

    const expiresAt = Math.floor((at + GOOD_MS) / SECOND_MS);
    const made = webPush.getVapidHeaders(origin, subject, publicKey, privateKey, 'aes128gcm', expiresAt);
    if (kept.size >= MOST_ORIGINS) kept.clear();
    kept.set(origin, { header: made.Authorization, until: at + USED_MS });
    return made.Authorization;
  };
}
