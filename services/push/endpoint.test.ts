import { describe, expect, it } from 'vitest';
import { isPushEndpoint } from './endpoint.ts';

const own = ['push.plaza.example', 'localhost'];

describe('isPushEndpoint', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
    'https://push.plaza.example:8443/abc',
    'https://localhost:49152/abc',
  ])('S45 accepts the push services of browsers and explicitly allowed hosts: %s', (endpoint) => {
    expect(isPushEndpoint(endpoint, own)).toBe(true);
  });

  it.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://0x7f000001/',
    'https://2130706433/',
    'https://0177.0.0.1/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::1]/',
    'https://0.0.0.0/',
    'https://①②⑦.⓪.⓪.①/',
    'https://169.254.169.254/latest/meta-data/',
    'https://fcm.googleapis.com@evil.test/',
    'https://user:secret@fcm.googleapis.com/',
    'https://fcm.googleapis.com.evil.test/',
    'https://evilnotify.windows.com/',
    'https://evil.test/#.notify.windows.com',
    'http://fcm.googleapis.com/',
    'https://fcm.googleapis.com:8443/',
    'https://evil.test\\@fcm.googleapis.com/',
    'https://localhost.evil.test/',
    'https://metadata.google.internal/',
    'ftp://fcm.googleapis.com/',
    'javascript:alert(1)',
    'fcm.googleapis.com',
    '',
  ])('S45 rejects every other address, however it is spelled: %s', (endpoint) => {
    expect(isPushEndpoint(endpoint, ['push.plaza.example'])).toBe(false);
  });
});
