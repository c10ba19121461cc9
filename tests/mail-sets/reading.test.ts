import { describe, expect, it } from 'vitest';
import { parseSource } from '#lib/mail/parse-source.ts';
import { mailTools } from '#services/mail/mail-tools.ts';
import { type MailSetFile, mailSetIsHere, mailsOf } from '#tests/support/mail-sets.ts';
import { remoteOrUnsafe } from '#tests/support/unsafe-html.ts';

const read = ({ read: bytes }: MailSetFile) => parseSource(mailTools, bytes());

describe.skipIf(!mailSetIsHere('mailparser'))('the parser’s own sample mails', () => {
  it('are all parsed', async () => {
    const mails = await Promise.all(mailsOf('mailparser').map(read));

    expect(mails).toHaveLength(12);
    expect(mails.every(({ text, html, parts }) => text !== '' || html !== null || parts.length > 0)).toBe(true);
  });
});

describe.skipIf(!mailSetIsHere('sisimai'))('bounces of fifty mail systems', () => {
  it('are all parsed', async () => {
    const mails = await Promise.all(mailsOf('sisimai').map(read));

    expect(mails).toHaveLength(165);
    expect(mails.filter(({ reports }) => reports.length > 0).length).toBeGreaterThan(80);
  });
});

describe.skipIf(!mailSetIsHere('spamassassin'))('ordinary mail and spam of two years', () => {
  it('is all parsed with its content, and all but two with a sender', async () => {
    const mails = await Promise.all(mailsOf('spamassassin').map(read));

    expect(mails).toHaveLength(299);
    expect(mails.filter(({ from }) => from.length === 0).length).toBeLessThanOrEqual(2);
    expect(mails.filter(({ text, html, parts }) => text === '' && html === null && parts.length === 0)).toEqual([]);
  });

  it('is displayed as HTML that runs and loads nothing, even when cleaned twice', async () => {
    const mails = await Promise.all(mailsOf('spamassassin').map(read));
    const pages = mails.flatMap(({ html }) => (html === null ? [] : [html]));

    expect(pages.length).toBeGreaterThanOrEqual(60);
    for (const page of pages) {
      const once = mailTools.cleanHtml(page);
      const twice = mailTools.cleanHtml(once.html);
      expect([remoteOrUnsafe(once.html), remoteOrUnsafe(twice.html)]).toEqual([[], []]);
      // One page of the set is only an iframe.
      const isEmpty = once.text === '' && !once.html.includes('<img');
      expect(isEmpty && !page.includes('<iframe')).toBe(false);
    }
  });
});
