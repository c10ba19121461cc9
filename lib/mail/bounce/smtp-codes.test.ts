import { describe, expect, it } from 'vitest';
import { isVague, smtpCodes } from './smtp-codes.ts';

describe('smtpCodes', () => {
  it.each([
    ['550 5.1.1 <bob@home.test>... User unknown', '550', '5.1.1'],
    ['550-5.7.26 not accepted\n550 5.7.26 see below', '550', '5.7.26'],
    ['554 4.4.7 expired <421 4.4.2 Connection timed out>', '421', '4.4.2'],
    ["Remote Server returned '550 5.1.1 not found'", '550', '5.1.1'],
    ['ERROR_CODE :550, ERROR_CODE :5.1.1', '550', '5.1.1'],
    ['try again later [#4.1.9].', null, '4.1.9'],
    ['mailbox full (#5.2.2)', null, '5.2.2'],
    ['451 4.3.0 Error\n221 2.0.0 Bye', '451', '4.3.0'],
    ['250 2.6.0 queued as 12', '250', '2.6.0'],
    ['connect to mx[5.2.3.4]:25, Exim 4.94.2.1, sent 1550 bytes in 12.550 s', null, null],
    ['OFR_416 [416]', null, null],
    ['', null, null],
  ])('reads %j', (text, replyCode, status) => {
    expect(smtpCodes(text)).toEqual({ replyCode, status });
  });
});

describe('isVague', () => {
  it('returns true for a missing status and for x.0.0', () => {
    expect([null, '5.0.0', '4.0.0', '5.1.0'].map(isVague)).toEqual([true, true, true, false]);
  });
});
