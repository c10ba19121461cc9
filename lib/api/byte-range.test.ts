import { describe, expect, it } from 'vitest';
import { bytePartOf } from './byte-range.ts';

describe('the part of a file requested by a Range header', () => {
  it.each<[string | null, ReturnType<typeof bytePartOf>]>([
    [null, 'whole'],
    ['', 'whole'],
    ['bytes=0-0', { from: 0, to: 0 }],
    ['bytes=0-99', { from: 0, to: 9 }],
    ['bytes=3-', { from: 3, to: 9 }],
    ['bytes=-4', { from: 6, to: 9 }],
    ['bytes=-400', { from: 0, to: 9 }],
    ['Bytes=2-5', { from: 2, to: 5 }],
    ['bytes=10-', 'none'],
    ['bytes=10-20', 'none'],
    ['bytes=-0', 'none'],
    ['bytes=5-2', 'whole'],
    ['bytes=0-1,4-5', 'whole'],
    ['bytes=-', 'whole'],
    ['bytes=a-b', 'whole'],
    ['bytes=0x1-2', 'whole'],
    ['items=0-1', 'whole'],
    [`bytes=0-${'9'.repeat(40)}`, 'whole'],
  ])('is parsed from %j for a file of ten bytes', (header, part) => {
    expect(bytePartOf(header, 10)).toEqual(part);
  });

  it('is “none” for an empty file', () => {
    expect([bytePartOf('bytes=0-', 0), bytePartOf('bytes=-1', 0), bytePartOf(null, 0)]).toEqual([
      'none',
      'none',
      'whole',
    ]);
  });
});
