import { describe, expect, it } from 'vitest';
import { searchText, whatHappened } from './unknown-words.ts';

const error = {
  code: 'ETIMEDOUT',
  responseCode: null,
  stage: 'body',
  message: 'The mail server ended the connection',
  at: '2026-03-02T10:00:00.000Z',
} as const;
const sought = { messageId: '<d.drf_1@shop.test>', lookUntil: null };
const now = '2026-03-02T12:00:00.000Z';

describe('a mail of which nobody knows whether it left', () => {
  it('was handed over where the line broke after that, and only there', () => {
    expect(whatHappened(error, 'smtp.shop.test')).toContain('after the email was handed over (stage body)');
    expect(whatHappened({ ...error, code: 'Interrupted' }, 'smtp.shop.test')).not.toContain('handed over');
  });

  it('was looked for only where there is a mailbox', () => {
    expect(searchText(sought, { now, hasMailbox: true })).toContain('not found in the Sent mailbox');
    expect(searchText(sought, { now, hasMailbox: false })).toContain('could not search');
  });
});
