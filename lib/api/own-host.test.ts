import { describe, expect, it } from 'vitest';
import { isOwnHost } from './own-host.ts';

const isOwn = (host: string | null, origin = 'http://127.0.0.1:3000') =>
  isOwnHost({ origin }, new Headers(host === null ? {} : { host }));

describe('isOwnHost', () => {
  it.each(['127.0.0.1:3000', 'localhost:3000', 'LOCALHOST', '[::1]:3000'])('accepts this machine as %s', (host) => {
    expect(isOwn(host)).toBe(true);
    expect(isOwn(host, 'https://demo.example')).toBe(true);
  });

  it('accepts the host of the configured origin in any case and with a port', () => {
    expect(
      ['demo.example', 'DEMO.example', 'demo.example:443'].map((host) => isOwn(host, 'https://demo.example')),
    ).toEqual([true, true, true]);
  });

  it.each([
    ...['evil.test', 'evil.test:3000', 'localhost.evil.test', '127.0.0.1.evil.test:3000', 'demo.example.evil.test'],
    ...['evil.test@127.0.0.1', '', null, 'a b', '192.168.1.9:3000'],
  ])('rejects %s', (host) => {
    expect(isOwn(host)).toBe(false);
    expect(isOwn(host, 'https://demo.example')).toBe(false);
  });
});
