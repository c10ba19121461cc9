import { describe, expect, it } from 'vitest';
import { emailId, fingerprintOf, identityOf, isSameMail, reusedEmailId } from './identity.ts';
import type { ParsedMail } from './ports.ts';

const parsed = (fields: Partial<ParsedMail>): ParsedMail => ({
  headers: [],
  from: [{ address: 'Ann@X.test', name: 'Ann' }],
  sender: null,
  to: [],
  cc: [],
  replyTo: [],
  recipientCount: 0,
  subject: 'An  order\tof mine ',
  messageId: 'a1@x.test',
  inReplyTo: [],
  references: [],
  date: '2026-03-02T10:00:00.900Z',
  text: '',
  html: null,
  parts: [],
  reports: [],
  encrypted: null,
  event: null,
  listUnsubscribe: null,
  flags: [],
  ...fields,
});
const raw = (head: string, body = 'body\r\n') => Buffer.from(`${head}\r\n\r\n${body}`);

describe('identityOf', () => {
  it('uses the Message-ID when the mail has one', () => {
    expect(identityOf(parsed({}), 'support', raw('A: 1'))).toEqual({
      mid: 'a1@x.test',
      generated: false,
      fingerprint: { from: 'ann@x.test', at: 1772445600, subject: 'An order of mine' },
    });
  });

  it('generates the same id for every delivery of a mail without a Message-ID', () => {
    const nameless = parsed({ messageId: null });
    const one = identityOf(
      nameless,
      'support',
      raw('Received: by a\r\n\tat one\r\nX-Spam: 1\r\nFrom: a@x.test\r\nTo: b@y.test'),
    );
    const again = identityOf(
      nameless,
      'support',
      raw('Return-Path: <a>\r\nDelivered-To: b\r\nFrom: a@x.test\r\nTo: b@y.test'),
    );

    expect(one.mid).toMatch(/^gen\.[0-9a-f]{64}@support$/);
    expect([one.generated, again.mid]).toEqual([true, one.mid]);
  });

  it('generates different ids for another body, sender or channel', () => {
    const nameless = parsed({ messageId: null });
    const mid = (head: string, body?: string, channel = 'support') =>
      identityOf(nameless, channel, raw(head, body)).mid;
    const mids = [mid('From: a'), mid('From: b'), mid('From: a', 'other'), mid('From: a', undefined, 'sales')];

    expect(new Set(mids).size).toBe(4);
  });
});

describe('isSameMail', () => {
  const one = fingerprintOf(parsed({}));

  it('ignores the case of the sender, blanks in the subject and fractions of a second', () => {
    const from = [{ address: ' ann@x.TEST', name: '' }];
    const copy = parsed({ from, subject: 'An order of  mine', date: '2026-03-02T10:00:00.000Z' });

    expect(isSameMail(one, fingerprintOf(copy))).toBe(true);
  });

  it('treats a missing date as equal to any date', () => {
    expect(isSameMail(one, fingerprintOf(parsed({ date: null })))).toBe(true);
    expect(isSameMail(fingerprintOf(parsed({ date: null })), one)).toBe(true);
  });

  it.each([
    ['sender', { from: [{ address: 'bob@x.test', name: 'Ann' }] }],
    ['subject', { subject: 'another' }],
    ['date', { date: '2026-03-02T10:00:01.900Z' }],
  ])('returns false for a mail with another %s', (_what, fields) => {
    expect(isSameMail(one, fingerprintOf(parsed(fields)))).toBe(false);
  });
});

describe('the id of a message', () => {
  it('is derived from channel and Message-ID and differs between channels', () => {
    expect(emailId('support', 'a1@x.test')).toBe('eml_L9uYNJeNHvt1yqr67_Dq8EBwywTHJMwQBT--HfNfpqk');
    expect(emailId('sales', 'a1@x.test')).not.toBe(emailId('support', 'a1@x.test'));
  });

  it('has a stable suffix when another mail reuses the Message-ID', () => {
    const id = emailId('support', 'a1@x.test');
    const other = fingerprintOf(parsed({ subject: 'another' }));

    expect(reusedEmailId(id, other)).toMatch(new RegExp(`^${id}-[A-Za-z0-9_-]{12}$`));
    expect(reusedEmailId(id, other)).toBe(reusedEmailId(id, { ...other }));
    expect(reusedEmailId(id, other)).not.toBe(reusedEmailId(id, fingerprintOf(parsed({}))));
  });
});
