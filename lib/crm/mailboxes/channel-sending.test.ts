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

describe('how the sending half of a channel does', () => {
  it('tells of a refused login after the first attempt, by password or by token', () => {
    const refused = { status: 'auth_failed', lastErrorAt: at, lastErrorCode: 'WrongLogin', consecutiveFailures: 1 };

    expect(healthBy(wrongLogin)).toMatchObject(refused);
    expect(healthBy({ code: 'EAUTH', command: 'invalid_grant' })).toMatchObject(refused);
  });

  it('tells of a server that wants a login where none is configured', () => {
    expect(healthBy({ code: 'EENVELOPE', stage: 'mail', responseCode: 530 })).toMatchObject({
      status: 'auth_failed',
      lastErrorCode: 'LoginWanted',
    });
  });

  it.each([
    ['nobody listens', { code: 'ESOCKET' }],
    ['the login is put off', { code: 'EAUTH', stage: 'auth', responseCode: 454 }],
    ['the line is cut in the text', { code: 'ECONNECTION', stage: 'body', streamRead: true, mailSeen: true }],
  ] as const)('is not reached when %s, which is no matter of the password', (_, seen) => {
    expect(healthBy(seen)).toMatchObject({ status: 'unreachable', lastErrorCode: seen.code });
  });

  it('does well when a mail is taken or refused for its own sake, and forgets what failed before', () => {
    const failed = healthBy(wrongLogin) ?? neverSent;

    for (const seen of [taken, { code: 'EENVELOPE', stage: 'rcpt', responseCode: 550 } as const])
      expect(healthBy(seen, failed)).toMatchObject({ status: 'ok', lastOkAt: at, consecutiveFailures: 0 });
  });

  it('is news once a minute while all is well, and none where nothing was tried', () => {
    const well = { ...neverSent, status: 'ok', lastOkAt: at } as const;
    const tried = (ms: number) => sendingAfter(well, { ...base, ...taken }, new Date(now.getTime() + ms));

    expect(tried(MINUTE_MS - 1)).toBeNull();
    expect(tried(MINUTE_MS)?.lastOkAt).toBe('2026-03-02T10:01:00.000Z');
    expect(healthBy({ code: 'EENVELOPE', command: 'API' })).toBeNull();
  });
});
