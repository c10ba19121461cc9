import { describe, expect, it } from 'vitest';
import { encryptionOf } from './parsed-mail.ts';

const by = (type: string, text = '') => encryptionOf([{ name: 'content-type', value: type }], text);

describe('encryptionOf', () => {
  it.each([
    ['application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m', 'smime'],
    ['Application/X-PKCS7-MIME; smime-type=signed-data', 'smime'],
    ['application/pkcs7-mime', 'smime'],
    ['application/pkcs7-mime; smime-type=certs-only', null],
    ['multipart/encrypted; protocol="application/pgp-encrypted"; boundary=b', 'pgp'],
    ['multipart/encrypted; boundary=b', 'pgp'],
    ['multipart/encrypted; protocol="application/pkcs7-mime"; boundary=b', 'smime'],
    ['multipart/signed; protocol="application/pkcs7-signature"; boundary=b', null],
    ['text/plain', null],
  ])('labels %s as %s', (type, label) => {
    expect(by(type)).toBe(label);
  });

  it('returns pgp for an encrypted block in the text, and null for a mention of one or a signed text', () => {
    expect(by('text/plain', 'Hello\n-----BEGIN PGP MESSAGE-----\n\nhQEMA')).toBe('pgp');
    expect(by('text/plain', 'what does -----BEGIN PGP MESSAGE----- mean?')).toBeNull();
    expect(by('text/plain', '-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256')).toBeNull();
  });
});
