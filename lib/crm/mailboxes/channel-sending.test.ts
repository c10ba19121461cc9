import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#lib/core/time.ts';
import { neverSent, sendingAfter } from './channel-sending.ts';
import type { SmtpSeen } from './ports.ts';

const at = '2026-03-02T10:00:00.000Z';
const now = new Date(at);
const base: SmtpSeen = {
  accepted: false,
  stage: 'connect',
  streamRead: false,
  mailSeen: false,
  code: null,
  command: null,
  responseCode: null,
  response: null,
};
const healthBy = (patch: Partial<SmtpSeen>, before = neverSent) => sendingAfter(before, { ...base, ...patch }, now);
const wrongLogin = { code: 'EAUTH', stage: 'auth', responseCode: 535 } as const;
const taken = { accepted: true, stage: 'body', streamRead: true, mailSeen: true } as const;

describe('sendingAfter', () => {
  it('reports auth_failed after the first rejected login, by password or by token', () => {
    const refused = { status: 'auth_failed', lastErrorAt: at, lastErrorCode: 'WrongLogin', consecutiveFailures: 1 };

    expect(healthBy(wrongLogin)).toMatchObject(refused);
    expect(healthBy({ code: 'EAUTH', command: 'invalid_grant' })).toMatchObject(refused);
  });

  it('reports auth_failed when the server requires a login and none is configured', () => {
    expect(healthBy({ code: 'EENVELOPE', stage: 'mail', responseCode: 530 })).toMatchObject({
      status: 'auth_failed',
      lastErrorCode: 'LoginWanted',
    });
  });

  it.each([
    ['no server listens', { code: 'ESOCKET' }],
    ['the login is deferred', { code: 'EAUTH', stage: 'auth', responseCode: 454 }],
    [
      'the connection is lost during the body',
      { code: 'ECONNECTION', stage: 'body', streamRead: true, mailSeen: true },
    ],
  ] as const)('reports unreachable, not auth_failed, when %s', (_, seen) => {
    expect(healthBy(seen)).toMatchObject({ status: 'unreachable', lastErrorCode: seen.code });
  });

  it('reports ok and resets the failure count when the server accepts or rejects a mail', () => {
    const failed = healthBy(wrongLogin) ?? neverSent;

    for (const seen of [taken, { code: 'EENVELOPE', stage: 'rcpt', responseCode: 550 } as const])
      expect(healthBy(seen, failed)).toMatchObject({ status: 'ok', lastOkAt: at, consecutiveFailures: 0 });
  });

  it('returns a change once a minute while sending works, and null when no connection was tried', () => {
    const well = { ...neverSent, status: 'ok', lastOkAt: at } as const;
    const tried = (ms: number) => sendingAfter(well, { ...base, ...taken }, new Date(now.getTime() + ms));

    expect(tried(MINUTE_MS - 1)).toBeNull();
    expect(tried(MINUTE_MS)?.lastOkAt).toBe('2026-03-02T10:01:00.000Z');
    expect(healthBy({ code: 'EENVELOPE', command: 'API' })).toBeNull();
  });
});
