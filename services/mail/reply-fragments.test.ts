import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replyFragments } from './reply-fragments.ts';

const joined = (text: string) =>
  replyFragments(text)
    .map((fragment) => fragment.text)
    .join('');

describe('replyFragments', () => {
  it('splits a text into reply, quote and signature as the parser does', () => {
    const text = 'Yes.\n\nOn Mon, 3 May 2021, Ann\n<ann@shop.test>\nwrote:\n\n> Do you want it?\n\n--\nBob';
    expect(replyFragments(text)).toEqual([
      { text: 'Yes.\n', hidden: false, quoted: false, signature: false },
      {
        text: '\nOn Mon, 3 May 2021, Ann\n<ann@shop.test>\nwrote:\n\n> Do you want it?\n',
        hidden: true,
        quoted: true,
        signature: false,
      },
      { text: '\n--\nBob', hidden: true, quoted: false, signature: true },
    ]);
  });

  it('neither loses nor adds text', () => {
    const piece = fc.constantFrom(
      'On 1 May Ann wrote:',
      "On $' and $& he wrote:",
      '> x',
      '  indented',
      '',
      '\r',
      '--',
      'Regards,',
      '\u2028',
      '在 写道：',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 30 }), (lines) => {
        const text = lines.join('\n');
        expect(joined(text)).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  // The parser alone needs 17 s for 20 KB of line breaks, so hours for these texts. On the second one it never returns.
  it.each([
    '\n',
    '2000 from <',
    'On ',
    'Op \n',
    '在\n',
    'abc. \n',
    'Op schreef\n',
    'On x wrote\n',
    ' ',
    '>',
    'From: x\n',
  ])('keeps a long text of %j whole', (piece) => {
    const text = piece.repeat(Math.ceil(400_000 / piece.length));
    expect(joined(text) === text).toBe(true);
  });
});
