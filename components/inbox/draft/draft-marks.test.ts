import { describe, expect, it } from 'vitest';
import { slotsLeft } from './draft-marks.ts';
import { draftPieces } from './draft-pieces.ts';

describe('the marks of a draft', () => {
  it('show each open slot and each foreign link in its place', () => {
    const text = 'Order [order number] is at https://evil.test/a, not https://evil.test.';
    const marks = { openSlots: ['order number'], foreignLinks: ['https://evil.test', 'https://evil.test/a'] };

    expect(draftPieces(text, marks)).toEqual([
      { kind: 'plain', text: 'Order ' },
      { kind: 'slot', text: '[order number]' },
      { kind: 'plain', text: ' is at ' },
      { kind: 'link', text: 'https://evil.test/a' },
      { kind: 'plain', text: ', not ' },
      { kind: 'link', text: 'https://evil.test' },
      { kind: 'plain', text: '.' },
    ]);
  });

  it('drop a slot that was filled in', () => {
    expect(slotsLeft('Order P1 of [date]', ['[order number]', 'date'])).toEqual(['[date]']);
  });
});
