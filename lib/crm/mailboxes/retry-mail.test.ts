import { describe, expect, it } from 'vitest';
import { invalid, notFound, unavailable } from '#lib/core/errors.ts';
import { MailParseError } from '#lib/mail/ports.ts';
import { isPoison } from './retry-mail.ts';

describe('isPoison', () => {
  it.each([
    ['a mail that cannot be read', new MailParseError('Timeout'), true],
    ['a bug of ours with this mail', new TypeError('cannot read'), true],
    ['a mail that is too large for the store', invalid('no', {}, { code: 'TOO_LARGE' }), true],
    ['an outage of the store', unavailable('later', { retryAfter: 1 }), false],
    ['a full disk', Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'write' }), false],
    ['a lost connection', Object.assign(new Error('cut'), { code: 'ECONNRESET', syscall: 'read' }), false],
    ['a missing channel', notFound('Channel', 'x'), false],
  ])('classifies %s', (_, error, expected) => {
    expect(isPoison(error)).toBe(expected);
  });
});
