import { createHmac } from 'node:crypto';
import type { KeyRing } from '#lib/core/env/secrets.ts';
import { networkOf } from '#lib/core/ip.ts';
import type { Client } from './context.ts';

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

/**
 * Returns browser and system family, such as `Firefox, Linux`: enough to recognize one's own device, too little to
 * track it.
 */
export const deviceOf = ({ userAgent }: Client): string =>
  [familyOf(browsers, userAgent), familyOf(systems, userAgent)].filter(Boolean).join(', ');

/**
 * Returns a keyed hash of the address's prefix. Two calls of one network have the same hash, and the network is not
 * stored.
 */
export function ipPrefixHash(keys: KeyRing, { address }: Client): string | null {
  const prefix = networkOf(address, { v4: 3, v6: 3 });
  const [first] = keys;
  if (prefix === null || !first) return null;
  return createHmac('sha256', first.key).update(`ip-prefix\n${prefix}`).digest('base64url').slice(0, 22);
}
