import crypto, { createECDH } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import type { PushMessage } from '#lib/context/ports/push.ts';
import { subscribe } from '#tests/support/push-subscription.ts';
import { encryptRequest } from './encrypt-request.ts';

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

const endpoint = 'https://localhost:9/wpush/1';
const message: PushMessage = { text: example.text, data: {}, ttlSeconds: 60, urgency: 'low', topic: null };

/** Makes the library use the key pair and the salt of the example, which it otherwise draws for each message. */
function holdRandomness() {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(example.privateKey, 'base64url');
  curve.generateKeys = (() => curve.getPublicKey()) as typeof curve.generateKeys;
  vi.spyOn(crypto, 'createECDH').mockReturnValue(curve);
  vi.spyOn(crypto, 'randomBytes').mockImplementation(() => Buffer.from(example.salt, 'base64url'));
}

describe('encryptRequest', () => {
  it('encrypts the example of RFC 8291 to the published bytes', () => {
    holdRandomness();

    const built = encryptRequest({ endpoint, keys: example.keys }, 'vapid', message);

    expect(built?.body.toString('base64url')).toBe(example.body);
  });

  it('uses a fresh key and salt for each message, and the subscribed browser can decrypt both', () => {
    const browser = subscribe(endpoint);
    const bodies = [1, 2].map(
      () => encryptRequest(browser.subscription, 'vapid', { ...message, text: 'Привіт' })?.body ?? Buffer.alloc(0),
    );

    expect(bodies.map((body) => browser.open(body))).toEqual(['Привіт', 'Привіт']);
    const [first, second] = bodies.map((body) =>
      [body.subarray(0, 16), body.subarray(21, 86)].map((part) => part.toString('hex')),
    );
    expect(first?.filter((part) => second?.includes(part))).toEqual([]);
  });

  it('sends the given signed header, and no topic for a message without one', () => {
    const built = encryptRequest(subscribe(endpoint).subscription, 'vapid t=signed', message);

    expect(built?.options).toEqual({
      method: 'POST',
      headers: {
        Authorization: 'vapid t=signed',
        TTL: 60,
        Urgency: 'low',
        'Content-Type': 'application/octet-stream',
        'Content-Encoding': 'aes128gcm',
        'Content-Length': built?.body.length,
      },
    });
  });

  it.each([
    ['p256dh', 'AAAA'],
    ['auth', 'AAAA'],
  ])('returns null for an invalid key: %s', (name, value) => {
    const { keys } = subscribe(endpoint).subscription;

    expect(encryptRequest({ endpoint, keys: { ...keys, [name]: value } }, 'vapid', message)).toBeNull();
  });
});
