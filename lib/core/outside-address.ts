import { BlockList, isIP } from 'node:net';

/** The special ranges of IPv4 (IANA special-purpose registry). None of them is a public machine of others. */
const special4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
/** The only public range of IPv6 … */
const public6 = ['2000::', 3] as const;
/** … except for these parts of it: protocol assignments, documentation, and 6to4, which hides an IPv4 address. */
const special6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];

const denied = new BlockList();
for (const [network, bits] of special4) denied.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of special6) denied.addSubnet(network, bits, 'ipv6');
const publicRange = new BlockList();
publicRange.addSubnet(...public6, 'ipv6');

/** Returns whether an address is a public one of the internet: not this machine, not its network, not special. */
export function isOutsideAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !denied.check(address, 'ipv4');
    case 6:
      return publicRange.check(address, 'ipv6') && !denied.check(address, 'ipv6');
    default:
      return false;
  }
}

/** This machine, and the private ranges of a network (RFC 1918, RFC 4193). */
const own = new BlockList();
own.addSubnet('127.0.0.0', 8, 'ipv4');
own.addSubnet('10.0.0.0', 8, 'ipv4');
own.addSubnet('172.16.0.0', 12, 'ipv4');
own.addSubnet('192.168.0.0', 16, 'ipv4');
own.addAddress('::1', 'ipv6');
own.addSubnet('fc00::', 7, 'ipv6');

/**
 * Returns whether an address is this machine or in its own network. Link-local addresses are not, because a cloud
 * serves its credentials there.
 */
export const isOwnNetworkAddress = (address: string): boolean =>
  isIP(address) !== 0 && own.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');

/** Names that no public resolver resolves: a single label, and the suffixes reserved for private networks. */
const ownName = /^[^.]+\.?$|\.(?:localhost|local|internal|intranet|lan|home\.arpa)\.?$/i;

/** Returns the kind of a URL's host by its spelling alone. No setting allows `special`. */
export function hostKind(hostname: string): 'public' | 'own' | 'special' {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) === 0) return ownName.test(host) ? 'own' : 'public';
  if (isOutsideAddress(host)) return 'public';
  return isOwnNetworkAddress(host) ? 'own' : 'special';
}
