import { describe, expect, it } from 'vitest';
import { invalid, notFound, unavailable } from '#lib/core/errors.ts';
import { MailParseError } from '#lib/mail/ports.ts';
import { isPoison } from './retry-mail.ts';

describe('isPoison', () => {
  it.each([
    ['a mail that cannot be read', new MailParseError('Timeout'), true],
    ['a fault of ours over this mail', new TypeError('cannot read'), true],
    ['a mail that the store can never hold', invalid('no', {}, { code: 'TOO_LARGE' }), true],
    ['the store’s outage', unavailable('later', { retryAfter: 1 }), false],
    ['a disk that is full', Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'write' }), false],
    ['a line that is cut', Object.assign(new Error('cut'), { code: 'ECONNRESET', syscall: 'read' }), false],
    ['something else that is missing', notFound('Channel', 'x'), false],
  ])('tells %s', (_, error, expected) => {
    expect(isPoison(error)).toBe(expected);
  });
});
