import { describe, expect, it } from 'vitest';
import { mailSetIsHere } from '#tests/support/mail-sets.ts';
import { attackPieces, fits, splitText, trapMails, trimmedMails } from '#tests/support/reply-figures.ts';

const authorsLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('>'));

describe.skipIf(!mailSetIsHere('reply-trimmer'))('mails in many languages whose reply is known', () => {
  it('gives exactly that reply for all 26 but the one that holds none at all, which it shows whole', () => {
    const mails = trimmedMails();
    expect(mails).toHaveLength(26);
    expect(mails.filter(({ reply, want }) => reply !== want).map(({ want }) => want)).toEqual(['']);
  });

  it('cuts no line an author wrote, and leaves no gap', () => {
    const mails = trimmedMails();
    expect(mails.flatMap(({ reply, want }) => authorsLines(want).filter((line) => !reply.includes(line)))).toEqual([]);
    expect(mails.filter(({ reply, whole }) => reply === '' || !whole)).toEqual([]);
  });
});

describe.skipIf(!mailSetIsHere('crisp-reply'))('mails and traps whose reply is known in part', () => {
  it('gives what is expected in all 69', () => {
    const known = trapMails().flatMap(({ name, reply, want }) => (want ? [{ name, right: fits(reply, want) }] : []));
    expect(known).toHaveLength(69);
    expect(known.filter(({ right }) => !right)).toEqual([]);
  });

  it('leaves something to read in the other 21, and no gap in any', () => {
    const mails = trapMails();
    expect(mails.filter(({ want }) => !want)).toHaveLength(21);
    expect(mails.filter(({ reply, whole }) => reply === '' || !whole)).toEqual([]);
  });
});

describe('texts made to hold a splitter up', () => {
  // Quadratic work over a million characters would be 10^12 steps, far beyond the timeout of the test.
  it.each(attackPieces)('splits a million characters of %j, and leaves no gap', (piece) => {
    expect(splitText(piece.repeat(Math.ceil(1_000_000 / piece.length))).whole).toBe(true);
  });
});
