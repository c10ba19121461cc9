import { describe, expect, it } from 'vitest';
import { mailSetIsHere } from '#tests/support/mail-sets.ts';
import { attackPieces, fits, splitText, trapMails, trimmedMails } from '#tests/support/reply-figures.ts';

const authorsLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('>'));

describe.skipIf(!mailSetIsHere('reply-trimmer'))('mails in many languages with a known reply', () => {
  it('give exactly that reply in 25 of 26; the other one has no reply and is shown whole', () => {
    const mails = trimmedMails();
    expect(mails).toHaveLength(26);
    expect(mails.filter(({ reply, want }) => reply !== want).map(({ want }) => want)).toEqual(['']);
  });

  it('lose no line of the author and no text', () => {
    const mails = trimmedMails();
    expect(mails.flatMap(({ reply, want }) => authorsLines(want).filter((line) => !reply.includes(line)))).toEqual([]);
    expect(mails.filter(({ reply, whole }) => reply === '' || !whole)).toEqual([]);
  });
});

describe.skipIf(!mailSetIsHere('crisp-reply'))('mails and traps with a partly known reply', () => {
  it('give the expected part in all 69', () => {
    const known = trapMails().flatMap(({ name, reply, want }) => (want ? [{ name, right: fits(reply, want) }] : []));
    expect(known).toHaveLength(69);
    expect(known.filter(({ right }) => !right)).toEqual([]);
  });

  it('give a non-empty reply in the other 21, and lose no text', () => {
    const mails = trapMails();
    expect(mails.filter(({ want }) => !want)).toHaveLength(21);
    expect(mails.filter(({ reply, whole }) => reply === '' || !whole)).toEqual([]);
  });
});

describe('texts that slow a splitter down', () => {
  // Quadratic work over a million characters would be 10^12 steps, far beyond the timeout of the test.
  it.each(attackPieces)('split at a million characters of %j without losing text', (piece) => {
    expect(splitText(piece.repeat(Math.ceil(1_000_000 / piece.length))).whole).toBe(true);
  });
});
