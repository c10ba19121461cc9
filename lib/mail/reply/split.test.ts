import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replyFragments } from '#services/mail/reply-fragments.ts';
import { MAX_SPLIT, splitReply } from './split.ts';

const split = (text: string) => splitReply(text, replyFragments(text));
const kinds = (text: string) => split(text).spans.map(({ kind, start, end }) => [kind, text.slice(start, end).trim()]);
const ON = 'On Mon, 3 May 2021 at 10:15, Ann <ann@shop.test> wrote:';
const FIELDS = 'From: Ann <ann@shop.test>\nSent: Monday\nTo: Bob\nSubject: order';

describe('splitReply', () => {
  it('marks a ">" quote below a reply as quoted', () => {
    expect(kinds(`Yes please.\n\n${ON}\n\n> Do you want it?\n> Ann`)).toEqual([
      ['reply', 'Yes please.'],
      ['quoted', `${ON}\n\n> Do you want it?\n> Ann`],
    ]);
  });

  it('marks a mail without ">" below a reply as quoted, to the end', () => {
    expect(kinds(`Yes please.\n\n${ON}\n\nDo you want it?\n\nAnn`)[0]).toEqual(['reply', 'Yes please.']);
    expect(kinds(`Yes please.\n\n${FIELDS}\n\nDo you want it?`)).toEqual([
      ['reply', 'Yes please.'],
      ['quoted', `${FIELDS}\n\nDo you want it?`],
    ]);
  });

  it('keeps a reply below the quote', () => {
    expect(split(`${ON}\n> Do you want it?\n\nYes please.`).reply.trim()).toBe('Yes please.');
    expect(split(`${ON}\n\nYes please.`).reply.trim()).toBe('Yes please.');
  });

  it('keeps replies between quoted lines', () => {
    const text = `${ON}\n> Red or blue?\n\nRed.\n\n> How many?\n\nTwo.\n\n> Thanks`;
    expect(kinds(text).filter(([kind]) => kind === 'reply')).toEqual([
      ['reply', 'Red.'],
      ['reply', 'Two.'],
    ]);
    expect(split(`${ON}\n> a\nanswer\n> b`).reply).toBe('answer\n');
  });

  it('recognises another quote prefix only below an attribution line', () => {
    const text = `Hi.\n\n${ON}\n\n# Red or blue?\n# Ann\n\nRed.\n\n# How many?\n\nTwo.`;
    expect(split(text).reply.replace(/\n+/g, ' ')).toBe('Hi. Red. Two.');
    expect(split('Hi.\n\n# A heading\n# Another\n\nText').reply).toBe('Hi.\n\n# A heading\n# Another\n\nText');
  });

  it('recognises "|" quotes with and without an attribution line', () => {
    for (const lead of [`${ON}\n`, 'Ann ha scritto:\n', ''])
      expect(split(`Yes.\n\n${lead}| Do you want it?\n| Ann\n|\n| > before`).reply.trim()).toBe('Yes.');
    expect(split(`Yes.\n\n${ON}\n\n|Do you want it?\n|Ann`).reply.trim()).toBe('Yes.');
  });

  it('keeps replies between "|" quotes', () => {
    for (const lead of [`${ON}\n`, '']) {
      const { reply } = split(`${lead}| Red or blue?\n\nRed.\n\n| How many?\n\nTwo.`);
      for (const answer of ['Red.', 'Two.']) expect(reply).toContain(answer);
    }
  });

  it('does not mistake a table or a single bar for a quote', () => {
    for (const text of [
      'Please send:\n\n| blue | 2 |\n| red | 3 |',
      'Please send:\n\n| blue | 2\n| red | 3',
      'So:\n\n| a bar',
    ])
      expect(split(text).reply).toBe(text);
  });

  it('keeps a short quote between two sentences of the reply and drops a long one', () => {
    const text = 'About your question:\n\n> Red or blue?\n\nRed.';
    expect(split(text).reply).toBe(text);
    const long = `About it:\n\n${'> a line\n'.repeat(40)}\nRed.`;
    expect(split(long).reply).toBe('About it:\n\nRed.');
  });

  it('marks a forwarded mail as forwarded', () => {
    const fields = 'From: Ann <ann@shop.test>\nDate: 3 May\nSubject: x\nTo: Bob';
    expect(
      kinds(`See below.\n\n---------- Forwarded message ---------\n${fields}\n\nHi`).map(([kind]) => kind),
    ).toEqual(['reply', 'forwarded']);
    expect(kinds('See below.\n\n> Begin forwarded message:\n>\n> From: Ann\n> Hi').map(([kind]) => kind)).toEqual([
      'reply',
      'forwarded',
    ]);
  });

  it('marks the signatures above and below the quote', () => {
    expect(kinds(`Yes.\n\n-- \nBob\n\n${ON}\n> x\n\n-- \nShop`).map(([kind]) => kind)).toEqual([
      'reply',
      'signature',
      'quoted',
      'signature',
    ]);
  });

  it('treats text below a device signature as quoted, unless a quote follows or no reply would be left', () => {
    expect(kinds('Yes.\n\nSent from my iPhone\n\nDo you want it?').map(([kind]) => kind)).toEqual([
      'reply',
      'signature',
      'quoted',
    ]);
    expect(split(`Yes.\n\nSent from my iPhone\n\nAnd one more.\n\n${ON}\n> x`).reply.trim()).toBe(
      'Yes.\n\nAnd one more.',
    );
    expect(split('Sent from my iPhone\n\nDo you want it?').reply.trim()).toBe('Do you want it?');
  });

  it('does not mistake sentences, code or lists for a quote or a signature', () => {
    for (const text of [
      'On Monday your colleague wrote:\nwe refund you.\n\nPlease do.',
      'From: Kyiv\nTo: Lviv\nDate: 5 May\n\nHow much is it?',
      'The code is\n```\n-- \nFrom: a@b.test\nTo: c@d.test\nSubject: x\n```\nand it fails.',
      'Points:\n-- one\n-- two\n\nThanks',
      '>From here on it fails.\n\nPlease help.',
    ]) {
      expect(split(text).reply).toBe(text);
    }
  });

  it('returns the whole text when no reply would be left', () => {
    for (const text of [
      '> only\n> this',
      `${FIELDS}\n\nHi`,
      '-- \nAnn',
      ' \n\n ',
      '---------- Forwarded message ---------\nFrom: a@b.test\n\nHi',
    ]) {
      expect(split(text)).toEqual({ reply: text, spans: [{ kind: 'reply', start: 0, end: text.length }] });
    }
    expect(split('')).toEqual({ reply: '', spans: [] });
  });

  it('splits the same way with CRLF, CR and LF', () => {
    const text = `Yes.\n\n${ON}\n> x\n\nMore.\n\n-- \nBob`;
    for (const end of ['\r\n', '\r']) {
      expect(kinds(text.replaceAll('\n', end))).toEqual(
        kinds(text).map(([kind, part]) => [kind, part?.replaceAll('\n', end)]),
      );
    }
  });

  it('works without fragments from the reply parser', () => {
    expect(splitReply(`Yes.\n\n${ON}\n\nx`, []).reply.trim()).toBe('Yes.');
  });

  it('extends the last span over the text beyond the first 256 KiB', () => {
    const long = 'word '.repeat(MAX_SPLIT / 4);
    expect(split(long).reply).toBe(long);
    const quoted = `Yes.\n\n${ON}\n${'> a line of text\n'.repeat(30_000)}`;
    expect(split(quoted).reply.trim()).toBe('Yes.');
  });

  it('covers any text without gaps and returns the joined reply spans as the reply', () => {
    const piece = fc.constantFrom(
      ON,
      FIELDS,
      '> quote',
      '>> deep',
      'words of mine',
      '-- ',
      '--',
      '',
      '',
      '```',
      'Sent from my iPhone',
      '-----Original Message-----',
      'Regards,',
      'wrote:',
      '____',
      'AB> x',
      '>From me',
      '\u2028',
      '$&',
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(piece, fc.string()), { maxLength: 30 }),
        fc.constantFrom('\n', '\r\n'),
        (pieces, end) => {
          const text = pieces.join(end);
          const { reply, spans } = split(text);
          expect(spans.map((span) => text.slice(span.start, span.end)).join('')).toBe(text);
          expect(
            spans
              .filter(({ kind }) => kind === 'reply')
              .map((span) => text.slice(span.start, span.end))
              .join(''),
          ).toBe(reply);
          expect(reply.trim() === '').toBe(text.trim() === '');
        },
      ),
      { numRuns: 500 },
    );
  });
});
