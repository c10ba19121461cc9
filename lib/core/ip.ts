import { isIP } from 'node:net';

/**
 * Returns the network of an address, by its first parts: bytes of IPv4, groups of IPv6. Every spelling of an address
 * gives the same result. Returns null for anything else.
 */
export function networkOf(address: string, parts: { readonly v4: number; readonly v6: number }): string | null {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  switch (isIP(plain)) {
    case 4:
      return plain.split('.').slice(0, parts.v4).join('.');
    case 6:
      return groupsOf(plain).slice(0, parts.v6).join(':');
    default:
      return null;
  }
}

/** Returns the eight groups of an IPv6 address, with the gap filled in and no leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().replace(/%.*$/, '').split('::');
  const before = head === '' ? [] : head.split(':');
  const behind = tail ? tail.split(':') : [];
  const gap = tail === undefined ? 0 : 8 - before.length - behind.length;
  return [...before, ...Array.from({ length: gap }, () => '0'), ...behind].map((group) =>
    Number.parseInt(group, 16).toString(16),
  );
}
