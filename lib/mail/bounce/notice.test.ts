import { describe, expect, it } from 'vitest';
import { parsedText, plainMail } from '#tests/support/parsed-mail.ts';
import { noticeRecipients, noticeText } from './notice.ts';

const DAEMON = ['From: Mailer-Daemon@mx.test'];
const none: ReadonlySet<string> = new Set();
const named = (text: string, not = none) => noticeRecipients(text, [], not).map(({ address }) => address);

describe('noticeText', () => {
  it.each([
    '--- Below this line is a copy of the message.',
    '------ This is a copy of the message, including all the headers. ------',
    '----- Original message -----',
    'Original message follows.',
    'Message headers follow.',
    '   ----- Unsent message follows -----',
    'Original message headers:',
    'Return-Path: <ann@shop.test>',
    'Received: from a by b',
  ])('ends the notice at %j', async (line) => {
    expect(noticeText(await plainMail(DAEMON, `It failed.\n${line}\nrest`))).toBe('It failed.');
  });

  it('continues past lines that only mention the message', async () => {
    const text = 'This is the mail system at host mx.test.\nThe original message was received at noon\nIt failed.';
    expect(noticeText(await plainMail(DAEMON, text))).toBe(text);
  });

  it('reads an HTML-only notice', async () => {
    const mail = await parsedText(`${DAEMON[0]}\nContent-Type: text/html\n\n<p>550 <b>no such user</b></p>`);
    expect(noticeText(mail)).toMatch(/550\s+no such user/);
  });
});

describe('noticeRecipients', () => {
  it.each([
    '<bob@home.test>:\n550 no',
    '    bob@home.test\n',
    'Recipient: <bob@home.test>',
    '>>> RCPT TO:<bob@home.test>',
    'There was an error delivering your mail to <bob@home.test>.',
    'Addressed To: bob@home.test',
    'The following recipients returned permanent errors: bob@home.test. Reason: none',
    '[Status: Error, Address: <bob@home.test>, ResponseCode 421]',
  ])('finds the recipient in %j', (text) => {
    expect(named(text)).toEqual(['bob@home.test']);
  });

  it('ignores senders, contact addresses and excluded addresses', () => {
    const text =
      '>>> MAIL FROM:<ann@shop.test>\nplease contact <help@mx.test>\n(generated from list@shop.test)\n<us@plaza.test>:';
    expect(named(text, new Set(['us@plaza.test']))).toEqual([]);
  });

  it('assigns each recipient the lines up to the next recipient', () => {
    const found = noticeRecipients('<a@home.test>:\nfull\n<b@home.test>:\nunknown', [], none);
    expect(found.map(({ words }) => words)).toEqual(['<a@home.test>:\nfull', '<b@home.test>:\nunknown']);
  });
});
