import { createHmac, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openMac } from './mac.ts';

describe('openMac', () => {
  it('signs as RFC 4231 2 and 3 say', () => {
    const hexOf = (key: Buffer, text: string) => Buffer.from(openMac(key)(text), 'base64url').toString('hex');

    expect(hexOf(Buffer.alloc(20, 0x0b), 'Hi There')).toBe(
      'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
    );
    expect(hexOf(Buffer.from('Jefe'), 'what do ya want for nothing?')).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
  });

  it.each([16, 64, 65, 200])(
    'says what createHmac says with a key of %i bytes, however long the texts before',
    (size) => {
      const key = randomBytes(size);
      const sign = openMac(key);
      const lengths = [0, 1, 1_023, 1_024, 1_025, 9_000];
      const texts = lengths.flatMap((length) => ['x'.repeat(length), 'ж'.repeat(length), '€'.repeat(length)]);

      for (const text of [...texts, ...texts.toReversed()])
        expect(sign(text), `${text.length}`).toBe(createHmac('sha256', key).update(text).digest('base64url'));
    },
  );
});
