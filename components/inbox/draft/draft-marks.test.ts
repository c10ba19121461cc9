import { describe, expect, it } from 'vitest';
import { draftPieces, slotsLeft } from './draft-marks.ts';

describe('a draft with its marks', () => {
  it('shows each open slot and each foreign link where it stands', () => {
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

  it('forgets a slot that was filled in', () => {
    expect(slotsLeft('Order P1 of [date]', ['[order number]', 'date'])).toEqual(['[date]']);
  });
});
