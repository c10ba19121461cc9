import { describe, expect, it } from 'vitest';
import { networkOf } from '#lib/core/ip.ts';

describe('networkOf', () => {
  const of = (address: string) => networkOf(address, { v4: 3, v6: 4 });

  it('is the same for all spellings of an address and for the other addresses of its network', () => {
    const spellings = ['2001:db8::1', '2001:0DB8:0:0:0:0:0:1', '2001:db8:0:0::ffff:1', '2001:db8::%eth0'];

    expect(spellings.map(of)).toEqual(spellings.map(() => '2001:db8:0:0'));
    expect(['203.0.113.7', '::ffff:203.0.113.250', '::FFFF:203.0.113.1'].map(of)).toEqual(Array(3).fill('203.0.113'));
    expect(of('::1')).toBe('0:0:0:0');
    expect(of('2001:db8:0:1::1')).toBe('2001:db8:0:1');
  });

  it('is null for an invalid address', () => {
    expect(['', 'localhost', '1.2.3', '2001:db8:::1', '1.2.3.4.5'].map(of)).toEqual([null, null, null, null, null]);
  });
});
