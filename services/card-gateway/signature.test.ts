import { describe, expect, it } from 'vitest';
import { isSigned, sign } from './signature.ts';

const SECRET = 'sandbox-secret-1';

describe('sign', () => {
  it.each([
    [
      'sandbox_merchant;shop.example;ORD-1001-1;1760000000;1547.36;UAH;Лампа;Chair;1;2;547.36;500.00',
      '99cc6e56faab56fc91200c1faf73b73c',
    ],
    ['sandbox_merchant;ORD-1001-1;1547.36;UAH;541963;41****8217;Approved;1100', 'f4f2e885283f8ae8038cced761c10155'],
    ['sandbox_merchant;ORD-1001-1;1547.36;UAH;;;Declined;1101', 'b989e7030bf5085ee71c5df6c1139903'],
    ['ORD-1001-1;accept;1760000300', '42063cb9037166e44419be3213e60cf3'],
    ['sandbox_merchant;ORD-1001-1', '4176909d9851feb2c0008b1db7e193e4'],
    ['sandbox_merchant;ORD-1001-1;1547.36;UAH', '6cbd8555bca2f121634bc0d241e4a9e6'],
    ['sandbox_merchant;ORD-1001-1;Refunded;1100', 'ec17d4710b18590cb1c1bb9d5c1e3eae'],
  ])('signs %s as the gateway does', (message, signature) => {
    expect(sign(SECRET, message.split(';'))).toBe(signature);
    expect(isSigned(SECRET, message.split(';'), signature)).toBe(true);
  });

  it('rejects any other signature, and every signature without a secret', () => {
    const values = ['sandbox_merchant', 'ORD-1001-1'];

    expect(isSigned(SECRET, values, sign('another', values))).toBe(false);
    expect(isSigned(SECRET, values, '')).toBe(false);
    expect(isSigned('', values, sign('x', values))).toBe(false);
  });
});
