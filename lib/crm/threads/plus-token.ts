import { createHmac } from 'node:crypto';
import type { Context } from '#lib/context/context.ts';
import { ID_PATTERN } from '#lib/core/id-pattern.ts';
import { secretsEqual } from '#lib/core/secrets.ts';

const MAC_LENGTH = 8;
/** Returns the MAC in lower-case hex, which survives mail programs and servers that change the case of an address. */
const macOf = (key: Uint8Array, threadId: string): string =>
  createHmac('sha256', key).update(`thread-address\n${threadId}`).digest('hex').slice(0, MAC_LENGTH);

/**
 * Returns our address with a token for a thread, `local+t.<thread>.<mac>@domain`, for the Reply-To of channels with
 * plus tokens. Returns null when the local part would exceed the 64 characters of RFC 5321.
 */
export function threadAddress({ keys }: Pick<Context, 'keys'>, address: string, threadId: string): string | null {
  const [first] = keys.session;
  const at = address.lastIndexOf('@');
  if (!first || at < 1) return null;
  const local = `${address.slice(0, at)}+t.${threadId}.${macOf(first.key, threadId)}`;
  return local.length > 64 ? null : `${local}${address.slice(at)}`;
}

/** Returns the thread that a recipient's plus token names, if one of our keys signed it. Otherwise returns null. */
export function threadOfAddress({ keys }: Pick<Context, 'keys'>, address: string): string | null {
  const [, threadId = '', mac = ''] = /\+t\.([A-Za-z0-9_-]{1,128})\.([0-9A-Fa-f]{8})@/.exec(address) ?? [];
  if (!ID_PATTERN.test(threadId)) return null;
  return keys.session.some(({ key }) => secretsEqual(mac.toLowerCase(), macOf(key, threadId))) ? threadId : null;
}
