import { describe, expect, it } from 'vitest';
import { quotedPrintableBytes } from './quoted-printable.ts';

describe('quotedPrintableBytes', () => {
  it.each([
    ['caf=C3=A9', 'café'],
    ['caf=c3=a9 =3D', 'café ='],
    ['one=\r\ntwo=\nthree', 'onetwothree'],
    ['50 = 5=x0 =', '50 = 5=x0 ='],
    ['plain', 'plain'],
    ['', ''],
  ])('reads %j', (text, decoded) => {
    expect(quotedPrintableBytes(Buffer.from(text)).toString()).toBe(decoded);
  });
});
