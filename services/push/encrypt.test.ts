import { createECDH } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { subscribe } from '#tests/support/push-subscription.ts';
import { encryptPush } from './encrypt.ts';

/** The example of RFC 8291, section 5. */
const example = {
  text: 'When I grow up, I want to be a watermelon',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl' +
    '7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

describe('encryptPush', () => {
  it('makes of the example of RFC 8291 what stands there', () => {
    const curve = createECDH('prime256v1');
    curve.setPrivateKey(example.privateKey, 'base64url');
    const salt = Buffer.from(example.salt, 'base64url');

    const body = encryptPush(example.keys, example.text, { curve, salt });

    expect(body.toString('base64url')).toBe(example.body);
  });

  it('uses no key and no salt for two messages, and is read by the browser it is for', () => {
    const browser = subscribe('https://localhost:9/wpush/1');
    const bodies = [1, 2].map(() => encryptPush(browser.subscription.keys, 'Привіт'));

    expect(bodies.map((body) => browser.open(body))).toEqual(['Привіт', 'Привіт']);
    const [one, two] = bodies.map((body) =>
      [body.subarray(0, 16), body.subarray(21, 86)].map((part) => part.toString('hex')),
    );
    expect(one?.filter((part) => two?.includes(part))).toEqual([]);
  });

  it('takes what fits into one record, and no more', () => {
    const { keys } = subscribe('https://localhost:9/wpush/1').subscription;

    expect(encryptPush(keys, 'x'.repeat(4_079)).length).toBe(86 + 4_096);
    expect(() => encryptPush(keys, 'x'.repeat(4_080))).toThrow(RangeError);
  });
});
