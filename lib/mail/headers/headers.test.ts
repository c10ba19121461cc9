import { describe, expect, it } from 'vitest';
import { hasRepeats, headerLength, headerOf, headersOf, readHeaders } from './headers.ts';

const mail = Buffer.from(
  'From someone Fri Nov 21\r\nFrom: a@x.test\r\nX-Long: one\r\n two\r\n\tthree\r\nReceived: second\r\nreceived : first\r\n' +
    'not a field\r\nX-Empty:\r\nX-Utf8: né\r\n\r\nX-Body: no\r\n',
);

describe('readHeaders', () => {
  it('reads all fields in order, unfolded and with lower-case names, and stops at the body', () => {
    expect(readHeaders(mail)).toEqual([
      { name: 'from', value: 'a@x.test' },
      { name: 'x-long', value: 'one two three' },
      { name: 'received', value: 'second' },
      { name: 'received', value: 'first' },
      { name: 'x-empty', value: '' },
      { name: 'x-utf8', value: 'né' },
    ]);
  });

  it('reads a header block without a body, with LF line ends, and an empty mail', () => {
    expect(readHeaders(Buffer.from('A: 1\nB: 2'))).toEqual([
      { name: 'a', value: '1' },
      { name: 'b', value: '2' },
    ]);
    expect(readHeaders(new Uint8Array())).toEqual([]);
  });

  it('keeps repeated fields: headerOf returns the first and headersOf returns all', () => {
    const headers = readHeaders(mail);

    expect([headerOf(headers, 'received'), headersOf(headers, 'received'), headerOf(headers, 'none')]).toEqual([
      'second',
      ['second', 'first'],
      null,
    ]);
  });
});

describe('headerLength', () => {
  it.each([
    ['A: 1\r\n\r\nbody', 8],
    ['A: 1\n\nbody', 6],
    ['\nbody', 1],
    ['A: 1', 4],
    ['', 0],
  ])('of %j is %i bytes', (text, length) => {
    expect(headerLength(Buffer.from(text))).toBe(length);
  });
});

describe('hasRepeats', () => {
  it('returns true for a repeated From or Subject and false for a repeated Received', () => {
    const repeats = (text: string) => hasRepeats(readHeaders(Buffer.from(text)));

    expect(repeats('From: a\r\nFROM: b\r\n\r\n')).toBe(true);
    expect(repeats('Subject: a\r\nx-repeated-subject: b\r\n\r\n')).toBe(true);
    expect(repeats('Received: a\r\nReceived: b\r\nFrom: a\r\n\r\n')).toBe(false);
  });
});
