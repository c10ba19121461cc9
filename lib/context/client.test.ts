import { describe, expect, it } from 'vitest';
import { deviceOf, ipPrefixHash } from './client.ts';

const ring = [{ kid: 'k', key: new Uint8Array(32).fill(7) }];
const hash = (address: string) => ipPrefixHash(ring, { address, userAgent: '' });

describe('deviceOf', () => {
  it.each([
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 'Chrome, Windows'],
    ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge, Windows'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1', 'Safari, iOS'],
    ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', 'Chrome, Android'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) Version/18.0 Safari/605.1.15', 'Safari, macOS'],
    ['curl/8.0', ''],
  ])('returns the browser and the system of %s', (userAgent, device) => {
    expect(deviceOf({ address: '', userAgent })).toBe(device);
  });
});

describe('ipPrefixHash', () => {
  it('is equal within a network and differs between networks', () => {
    expect(hash('203.0.113.7')).toBe(hash('203.0.113.200'));
    expect(hash('203.0.113.7')).not.toBe(hash('203.0.114.7'));
    expect(hash('2001:db8:1:2::1')).toBe(hash('2001:db8:1:ffff:1:2:3:4'));
    expect(hash('2001:db8:1::1')).not.toBe(hash('2001:db8:2::1'));
  });

  it('is equal for all spellings of an address', () => {
    expect(hash('::ffff:203.0.113.7')).toBe(hash('203.0.113.7'));
    expect(hash('2001:0DB8:0001::1')).toBe(hash('2001:db8:1::9'));
    expect(hash('::1')).toBe(hash('0:0:0:0:0:0:0:1'));
  });

  it('depends on the key', () => {
    const otherKeys = [{ kid: 'k', key: new Uint8Array(32).fill(8) }];

    expect(ipPrefixHash(otherKeys, { address: '203.0.113.7', userAgent: '' })).not.toBe(hash('203.0.113.7'));
  });

  it('is null for an invalid address', () => {
    expect(hash('')).toBeNull();
    expect(hash('not an address')).toBeNull();
  });
});
