import { describe, expect, it } from 'vitest';
import { replyFragments } from '#services/mail/reply-fragments.ts';
import { replyText } from './reply-text.ts';
import { splitReply } from './split.ts';

const quoted = { who: 'Anna Bondar', at: '2026-03-02T10:05:00.000Z', text: 'Where is it?\r\n> earlier\r\n\r\nAnna' };
const whole = { body: 'On its way.\r\n\r\nBest', signature: 'Plaza support', quoted };

describe('replyText', () => {
  it('joins the body, the signature and the quoted mail and leaves out blank parts', () => {
    expect(replyText(whole).text).toBe(
      'On its way.\n\nBest\n\n-- \nPlaza support\n\nOn 2026-03-02 at 10:05 UTC, Anna Bondar wrote:\n> Where is it?\n>> earlier\n>\n> Anna\n',
    );
    expect(replyText({ body: 'Yes', signature: null, quoted: null }).text).toBe('Yes\n');
    expect(replyText({ body: 'Yes', signature: ' ', quoted: { ...quoted, text: ' \n' } }).text).toBe('Yes\n');
  });

  it('labels each span as reply, signature or quoted, without gaps', () => {
    const { text, spans } = replyText(whole);

    expect(spans.map(({ kind }) => kind)).toEqual(['reply', 'signature', 'quoted']);
    expect(spans.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
  });

  it('returns a text from which splitReply recovers exactly the body', () => {
    const { text } = replyText(whole);

    expect(splitReply(text, replyFragments(text)).reply.trim()).toBe('On its way.\n\nBest');
  });

  it.each([
    ['many lines', 'a line of a mail\n'.repeat(5_000)],
    ['one line', 'x'.repeat(100_000)],
    ['surrogate pairs', '😀'.repeat(20_000)],
    ['blank lines', `${'\r\n'.repeat(9_000)}end`],
  ])('quotes at most 4,000 characters of %s and marks an omission', (_, text) => {
    const parts = replyText({ body: 'Yes', signature: null, quoted: { ...quoted, text } });
    const quote = parts.text.slice('Yes\n\n'.length).trimEnd();

    expect(quote.length).toBeLessThanOrEqual(4_000);
    expect(quote.isWellFormed()).toBe(true);
    if (text.trim().length > 4_000) expect(quote.endsWith('\n> […]')).toBe(true);
  });

  it('removes line breaks from the name in the attribution line', () => {
    const { text } = replyText({ ...whole, quoted: { ...quoted, who: 'Anna\r\n\r\nWe refund you twice.' } });

    expect(text).toContain('UTC, Anna We refund you twice. wrote:\n');
  });
});
