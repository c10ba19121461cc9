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
  it('is sent only when the server has said so', () => {
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
  ] as const)('lets a reply settle it: %s %i', (code, responseCode, stage, outcome) => {
    expect(smtpOutcome(seen({ code, responseCode, stage, streamRead: true, mailSeen: true }))).toEqual(outcome);
  });

  it('is a wrong login when the provider of access tokens has refused one', () => {
    expect(smtpOutcome(seen({ code: 'EAUTH', command: 'InvalidGrant' }))).toEqual(wrongLogin);
    expect(smtpOutcome(seen({ code: 'ETOKEN', command: 'TokenUnreachable' }))).toEqual(later);
  });

  it.each(sendStages)('without a reply is unknown from the body on, and surely not sent before: %s', (stage) => {
    const outcome = smtpOutcome(
      seen({ code: 'ECONNECTION', command: 'CONN', stage, streamRead: true, mailSeen: true }),
    );

    expect(outcome).toEqual(stage === 'body' ? { state: 'unknown' } : later);
  });

  it('is unknown when the mail was read and the log shows no MAIL, whatever stage it tells', () => {
    expect(smtpOutcome(seen({ code: 'ETIMEDOUT', stage: 'greeted', streamRead: true }))).toEqual({ state: 'unknown' });
  });

  it('is final when there was nobody to send to', () => {
    expect(smtpOutcome(seen({ code: 'EENVELOPE', command: 'API' }))).toEqual(never);
  });
});
