import { describe, expect, it } from 'vitest';
import { readerInUtc, sayOf } from '#tests/support/console-say.ts';
import { searchText, whatHappened } from './unknown-words.ts';

const words = { t: await sayOf('reply'), reader: readerInUtc };
const error = {
  code: 'ETIMEDOUT',
  responseCode: null,
  stage: 'body',
  message: 'The mail server ended the connection',
  at: '2026-03-02T10:00:00.000Z',
} as const;
const sought = { messageId: '<d.drf_1@shop.test>', lookUntil: null };
const now = '2026-03-02T12:00:00.000Z';

describe('an email whose delivery is uncertain', () => {
  it('is described as handed over only when the connection broke after the handover', () => {
    expect(whatHappened(error, 'smtp.shop.test', words)).toContain('after the email was handed over');
    expect(whatHappened({ ...error, code: 'Interrupted' }, 'smtp.shop.test', words)).not.toContain('handed over');
  });

  it('is described as searched for only when the channel has a mailbox', () => {
    expect(searchText(sought, { now, hasMailbox: true }, words)).toContain('not found in the Sent mailbox');
    expect(searchText(sought, { now, hasMailbox: false }, words)).toContain('could not search');
  });
});
