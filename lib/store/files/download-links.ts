import { createHmac } from 'node:crypto';
import type { UserContext } from '#lib/context/context.ts';
import { secretsEqual } from '#lib/core/secrets.ts';
import { DOWNLOAD_LINK_MS } from '#lib/store/limits.ts';

/** A file of an order. */
export type Download = { readonly orderId: string; readonly fileId: string };
type Signed = Download & { readonly expires: string | undefined; readonly signature: string | undefined };

/** A link is for one account: another one that gets it finds nothing, even with an order of its own. */
const signatureOf = (key: Uint8Array, userId: string, { orderId, fileId }: Download, expires: string): string =>
  createHmac('sha256', key).update(['download', userId, orderId, fileId, expires].join('\n')).digest('base64url');

/** Returns a link by which the user downloads a file of an own order for ten minutes. */
export function downloadLink({ keys, user, now }: UserContext, download: Download): string {
  const [first] = keys.session;
  if (!first) throw new Error('SESSION_KEYS contains no key');
  const e = String(Math.floor((now().getTime() + DOWNLOAD_LINK_MS) / 1_000));
  const query = new URLSearchParams({ e, s: signatureOf(first.key, user.id, download, e) });
  return `/api/account/orders/${download.orderId}/files/${download.fileId}?${query}`;
}

/** Returns whether a link is one that we gave to this user, and whether it is over. */
export function checkLink(
  { keys, user, now }: UserContext,
  { expires, signature, ...download }: Signed,
): 'valid' | 'expired' | 'unknown' {
  if (expires === undefined || signature === undefined || !/^\d{1,12}$/.test(expires)) return 'unknown';
  const isOurs = keys.session
    .map(({ key }) => secretsEqual(signature, signatureOf(key, user.id, download, expires)))
    .includes(true);
  if (!isOurs) return 'unknown';
  return Number(expires) * 1_000 > now().getTime() ? 'valid' : 'expired';
}
