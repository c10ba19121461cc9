import { describe, expect, it } from 'vitest';
import { maskedText } from './callback-text.ts';

describe('maskedText', () => {
  it.each([
    ['{"cardPan":"5168123412345977","fee":2}', '{"cardPan":"****5977","fee":2}'],
    ['{"cardPan":"5168 1234 1234 5977"}', '{"cardPan":"****5977"}'],
    ['cardPan=5168-1234-1234-5977&fee=2', 'cardPan=****5977&fee=2'],
    ['%7B%22cardPan%22%3A%225168%201234%201234%205977%22%7D', '{"cardPan":"****5977"}'],
    [
      '{"email":"o@x.test","phone":"380501234567","clientName":"Olena","recToken":"tok"}',
      '{"email":"","phone":"","clientName":"","recToken":""}',
    ],
    ['{"clientEmail":"olena.h+1@mail.x.test"}', '{"clientEmail":"****"}'],
    ['clientEmail=olena%40x.test&fee=2', 'clientEmail=****&fee=2'],
    ['{"products":["for olena\\u0040x.test"]}', '{"products":["for ****"]}'],
  ])('masks card numbers, emails, phones, names and tokens: %s', (raw, shown) => {
    expect(maskedText(raw)).toBe(shown);
  });

  it('keeps references, amounts, times, codes and masked card numbers', () => {
    const raw =
      '{"orderReference":"P123456789-12","amount":1547.36,"createdDate":1760000000,"processingDate":1760000300,"cardPan":"51****5977","authCode":"541963","reasonCode":1100}';

    expect(maskedText(raw)).toBe(raw);
  });

  it.each([
    ['%7B%22phone%22%3A%22380501234567%22%2C%22name%22%3A%22A+B%22%7D=', '{"phone":"","name":"A B"}'],
    ['%7B%22cardPan%22%3A%225168123412345977%22%ZZ', '%7B%22cardPan%22%3A%****5977%22%ZZ'],
  ])('decodes JSON sent as a form key, and masks text that cannot be decoded: %s', (raw, shown) => {
    expect(maskedText(raw)).toBe(shown);
  });

  it('terminates on repetitive bodies of the maximum size and does not lengthen them', () => {
    for (const part of ['1', 'a', 'a@', 'a.', '%40', '"email":"', '1 '])
      expect(maskedText(part.repeat(65_536 / part.length)).length).toBeLessThanOrEqual(65_536);
  });
});
