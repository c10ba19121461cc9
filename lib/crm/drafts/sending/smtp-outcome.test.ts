import { describe, expect, it } from 'vitest';
import type { SmtpSeen } from '#lib/crm/mailboxes/ports.ts';
import { sendStages } from '#lib/crm/mailboxes/values.ts';
import { smtpOutcome } from './smtp-outcome.ts';

const seen = (patch: Partial<SmtpSeen>): SmtpSeen => ({
  accepted: false,
  stage: 'connect',
  streamRead: false,
  mailSeen: false,
  code: null,
  command: null,
  responseCode: null,
  response: null,
  ...patch,
});
const later = { state: 'failed', retry: true, auth: false };
const never = { state: 'failed', retry: false, auth: false };
const wrongLogin = { state: 'failed', retry: false, auth: true };

describe('smtpOutcome', () => {
  it('returns sent when the server has accepted the mail', () => {
    expect(smtpOutcome(seen({ accepted: true, stage: 'body' }))).toEqual({ state: 'sent' });
  });

  it.each([
    ['EENVELOPE', 550, 'rcpt', never],
    ['EENVELOPE', 450, 'rcpt', later],
    ['EMESSAGE', 552, 'body', never],
    ['EMESSAGE', 451, 'body', later],
    ['EPROTOCOL', 421, 'connect', later],
    ['EAUTH', 535, 'auth', wrongLogin],
    ['EAUTH', 454, 'auth', later],
  ] as const)(
    'returns failed with the retry that the server reply allows: %s %i',
    (code, responseCode, stage, outcome) => {
      expect(smtpOutcome(seen({ code, responseCode, stage, streamRead: true, mailSeen: true }))).toEqual(outcome);
    },
  );

  it('returns a failed login when the token provider refuses, and a retry when the provider is unreachable', () => {
    expect(smtpOutcome(seen({ code: 'EAUTH', command: 'InvalidGrant' }))).toEqual(wrongLogin);
    expect(smtpOutcome(seen({ code: 'ETOKEN', command: 'TokenUnreachable' }))).toEqual(later);
  });

  it.each(sendStages)(
    'returns unknown without a reply to the body, and failed with a retry before the body: %s',
    (stage) => {
      const outcome = smtpOutcome(
        seen({ code: 'ECONNECTION', command: 'CONN', stage, streamRead: true, mailSeen: true }),
      );

      expect(outcome).toEqual(stage === 'body' ? { state: 'unknown' } : later);
    },
  );

  it('returns unknown when the mail was read although the log shows no MAIL command', () => {
    expect(smtpOutcome(seen({ code: 'ETIMEDOUT', stage: 'greeted', streamRead: true }))).toEqual({ state: 'unknown' });
  });

  it('returns failed without a retry when there was no recipient', () => {
    expect(smtpOutcome(seen({ code: 'EENVELOPE', command: 'API' }))).toEqual(never);
  });
});
