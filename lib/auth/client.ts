import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import type { Client } from '#lib/core/context.ts';
import type { KeyRing } from '#lib/core/env.ts';

// Order matters: Edge and Opera also say Chrome, Chrome also says Safari, Android also says Linux.
const browsers = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;
const systems = [
  [/Windows/, 'Windows'],
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Android/, 'Android'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
] as const;

const familyOf = (families: readonly (readonly [RegExp, string])[], userAgent: string) =>
  families.find(([pattern]) => pattern.test(userAgent))?.[1];

/** Browser and system family, such as `Firefox, Linux`: enough to know one's own device, too little to track it. */
export const deviceOf = ({ userAgent }: Client): string =>
  [familyOf(browsers, userAgent), familyOf(systems, userAgent)].filter(Boolean).join(', ');

/** The network of an address: the first three bytes of IPv4, the first three groups of IPv6. */
function prefixOf(address: string): string | null {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIP(plain) === 4) return plain.split('.').slice(0, 3).join('.');
  if (isIP(plain) !== 6) return null;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length);
  const all = [...groups, ...Array.from({ length: missing }, () => '0'), ...(tail ? tail.split(':') : [])];
  return all
    .slice(0, 3)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** Tells whether two calls came from one network without keeping the network: a keyed hash of the address's prefix. */
export function ipPrefixHash(keys: KeyRing, { address }: Client): string | null {
  const prefix = prefixOf(address);
  const [first] = keys;
  if (prefix === null || !first) return null;
  return createHmac('sha256', first.key).update(`ip-prefix\n${prefix}`).digest('base64url').slice(0, 22);
}
