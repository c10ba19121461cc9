import { describe, expect, it } from 'vitest';
import { mailTools } from '#services/mail/mail-tools.ts';
import { parsePartialSource, parseSource } from './parse-source.ts';

const HEAD =
  'From: "Ann =?utf-8?Q?=C3=84?=" <ann@x.test>\r\nTo: Bob <bob@y.test>, c@y.test\r\nCc: team: d@y.test, e@y.test;\r\n' +
  'Subject: =?utf-8?B?w6Q=?= order\r\nMessage-ID: <m1@X.test>\r\nDate: Mon, 2 Mar 2026 10:00:00 +0200\r\n';
const parse = (text: string, encoding: 'latin1' | 'utf8' = 'latin1') =>
  parseSource(mailTools, Buffer.from(text, encoding));
const multipart = (type: string, parts: readonly string[]): string =>
  `Content-Type: multipart/${type}; boundary=b\r\n\r\n${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`;
const text = (words: string) => `Content-Type: text/plain; charset=utf-8\r\n\r\n${words}`;
const html = (page: string) => `Content-Type: text/html; charset=utf-8\r\n\r\n${page}`;

describe('parseSource', () => {
  it('reads sender, recipients, subject, ids, date and text', async () => {
    expect(
      await parse(`${HEAD}In-Reply-To: <a@x.test>, <b@X.test>\r\nReferences: junk <a@x.test>\r\n\r\nhello\r\n`),
    ).toMatchObject({
      from: [{ address: 'ann@x.test', name: 'Ann Ä' }],
      to: [
        { address: 'bob@y.test', name: 'Bob' },
        { address: 'c@y.test', name: '' },
      ],
      cc: [
        { address: 'd@y.test', name: '' },
        { address: 'e@y.test', name: '' },
      ],
      recipientCount: 4,
      subject: 'ä order',
      messageId: 'm1@x.test',
      inReplyTo: ['a@x.test', 'b@x.test'],
      references: ['a@x.test'],
      date: '2026-03-02T08:00:00.000Z',
      text: 'hello\n',
      html: null,
      parts: [],
      flags: [],
    });
  });

  it('turns a line break in an encoded word into a space, in names and subjects', async () => {
    const word = `=?utf-8?B?${Buffer.from('a\r\nBcc: eve@evil.test').toString('base64')}?=`;
    const mail = await parse(`From: ${word} <ann@x.test>\r\nSubject: ${word}\r\n\r\nx`);

    expect([mail.subject, mail.from]).toEqual([
      'a Bcc: eve@evil.test',
      [{ address: 'ann@x.test', name: 'a Bcc: eve@evil.test' }],
    ]);
  });

  it('removes bidirectional control characters from names and subjects', async () => {
    const mail = await parse(
      'From: Pay\u202epal <ann@x.test>\r\nTo: B\u2066ob <bob@x.test>\r\nSubject: =?utf-8?B?YuKArmE=?=\r\n\r\nx',
      'utf8',
    );

    expect([mail.from[0]?.name, mail.to[0]?.name, mail.subject]).toEqual(['Paypal', 'Bob', 'ba']);
  });

  it.each([
    ['an unquoted name with a comma', 'Doe, Ann <ann@x.test>', 'Doe, Ann'],
    ['a quoted name followed by a comma', '"Shop" , <ann@x.test>', 'Shop'],
    ['an empty group', 'undisclosed:;, Ann <ann@x.test>', 'Ann'],
  ])('finds the sender behind an entry without an address: %s', async (_what, from, name) => {
    expect((await parse(`From: ${from}\r\n\r\nx`)).from).toEqual([{ address: 'ann@x.test', name }]);
  });

  it('uses the first From header that has an address', async () => {
    const mail = await parse('From: Ann\r\nFrom: ann@x.test\r\nFrom: eve@z.test\r\n\r\nx');

    expect(mail).toMatchObject({
      from: [{ address: 'ann@x.test' }],
      flags: expect.arrayContaining(['duplicateHeaders']),
    });
  });

  it('uses the first of repeated headers and flags duplicateHeaders', async () => {
    const twice =
      'From: eve@z.test\r\nSubject: other\r\nMessage-ID: <m2@x.test>\r\nDate: Tue, 3 Mar 2026 10:00:00 +0000\r\n';
    const mail = await parse(`${HEAD}${twice}\r\nx`);

    expect(mail).toMatchObject({
      from: [{ address: 'ann@x.test' }],
      subject: 'ä order',
      messageId: 'm1@x.test',
      date: '2026-03-02T08:00:00.000Z',
      flags: ['duplicateHeaders'],
    });
  });

  it('returns null and a flag for an unreadable date and for a missing Message-ID', async () => {
    expect(await parse('From: a@x.test\r\nDate: garbage\r\nMessage-ID: none\r\n\r\nx')).toMatchObject({
      date: null,
      messageId: null,
      flags: ['dateRepaired', 'generatedId'],
    });
  });

  it('returns the text and the HTML of a multipart/alternative separately', async () => {
    const mail = await parse(HEAD + multipart('alternative', [text('plain'), html('<p>rich</p>')]));

    expect([mail.text.trim(), mail.html?.trim()]).toEqual(['plain', '<p>rich</p>']);
  });

  it('keeps both the HTML and the text footer that a mailing list appends', async () => {
    const mail = await parse(HEAD + multipart('mixed', [html('<p>the <b>news</b></p>'), text('-- \r\nleave <here>')]));

    expect(mail.text).toBe('the news\n-- \nleave <here>');
    expect(mail.html).toContain('<p>the <b>news</b></p>');
    expect(mail.html).toContain('leave &lt;here&gt;');
  });

  it('returns an empty text for an HTML-only mail and for an alternative with a blank text', async () => {
    const blank = await parse(HEAD + multipart('alternative', [text(' \r\n'), html('<p>rich</p>')]));
    const alone = await parse(HEAD + html('<p>rich</p>'));

    expect([blank.text, alone.text, alone.html]).toEqual(['', '', '<p>rich</p>']);
  });

  it('lists attached mails and named text files as parts and keeps them out of the text', async () => {
    const inner = 'Content-Type: message/rfc822\r\nContent-Disposition: inline\r\n\r\nSubject: inner\r\n\r\nnot this';
    const notes = 'Content-Type: text/plain; name="=?utf-8?B?w6Q=?=.txt"\r\n\r\nnor this';
    const mail = await parse(HEAD + multipart('mixed', [text('this'), inner, notes]));

    expect(mail.text.trim()).toBe('this');
    expect(mail.parts.map(({ filename, contentType, sizeBytes }) => [filename, contentType, sizeBytes])).toEqual([
      [null, 'message/rfc822', 26],
      ['ä.txt', 'text/plain', 8],
    ]);
  });

  it('marks only the parts that the HTML refers to as inline', async () => {
    const image = (id: string) =>
      `Content-Type: image/png\r\nContent-ID: <${id}>\r\nContent-Transfer-Encoding: base64\r\n\r\nQUJD`;
    const mail = await parse(HEAD + multipart('related', [html('<img src="cid:a%40x">'), image('a@x'), image('b@x')]));

    expect(mail.parts.map(({ cid, inline, content }) => [cid, inline, Buffer.from(content).toString()])).toEqual([
      ['a@x', true, 'ABC'],
      ['b@x', false, 'ABC'],
    ]);
  });

  it('returns a delivery status both as the text of a report and as a part', async () => {
    const status = 'Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; x\r\n\r\nStatus: 5.1.1\r\n';
    const mail = await parse(HEAD + multipart('report; report-type=delivery-status', [text('failed'), status]));

    expect(mail.reports).toEqual([
      { contentType: 'message/delivery-status', text: expect.stringContaining('Status: 5.1.1') },
    ]);
    expect([mail.text.trim(), mail.parts.length]).toEqual(['failed', 1]);
  });

  it('reads a calendar event, S/MIME encryption and List-Unsubscribe, and drops a javascript: link', async () => {
    const event = 'Content-Type: text/calendar; method=REQUEST\r\n\r\nBEGIN:VEVENT\r\nSUMMARY:Tea\r\nEND:VEVENT';
    const list = 'List-Unsubscribe: <mailto:leave@l.test?subject=x>, <https://l.test/u?1>\r\n';
    const mail = await parse(HEAD + list + multipart('mixed', [text('come'), event]));
    const locked = await parse(`${HEAD}Content-Type: application/pkcs7-mime; smime-type=enveloped-data\r\n\r\nx`);

    expect(mail).toMatchObject({
      event: { summary: 'Tea' },
      listUnsubscribe: { url: 'https://l.test/u?1', mailto: 'leave@l.test?subject=x' },
      encrypted: null,
    });
    expect([locked.encrypted, locked.event, locked.listUnsubscribe]).toEqual(['smime', null, null]);
    expect((await parse(`${HEAD}List-Unsubscribe: <javascript:x>\r\n\r\nx`)).listUnsubscribe).toBeNull();
  });

  it.each([
    ['GBK labelled as gb2312', 'gb2312', '\xe9F', '镕'.normalize()],
    ['windows-1251', 'windows-1251', '\xcf\xf0\xe8', 'При'],
    ['koi8-u', 'koi8-u', '\xa7\xd6\xc1', 'їжа'],
    ['shift_jis', 'shift_jis', '\x82\xa0', 'あ'],
    ['iso-2022-jp', 'iso-2022-jp', '\x1b$B$"\x1b(B', 'あ'],
    ['windows-1252 with curly quotes', 'windows-1252', '\x93caf\xe9\x94', '“café”'],
    ['ISO-2022-JP without a declared charset', '', '\x1b$B$"\x1b(B', 'あ'],
  ])('reads %s', async (_what, charset, bytes, words) => {
    const type = charset ? `Content-Type: text/plain; charset=${charset}\r\n` : '';

    expect((await parse(`${HEAD}${type}\r\n${bytes}`)).text).toBe(words);
  });

  it('returns the same mail for CRLF, for LF and after the separator line of an mbox file', async () => {
    const mail = HEAD + multipart('mixed', [text('one\r\ntwo'), 'Content-Type: image/png; name=a.png\r\n\r\nx']);
    const [crlf, lf, mbox] = await Promise.all([
      parse(mail),
      parse(mail.replaceAll('\r\n', '\n')),
      parse(`From ann Mon Mar 2\r\n${mail}`),
    ]);

    expect({ ...lf, parts: lf.parts.length }).toEqual({ ...crlf, parts: crlf.parts.length });
    expect(mbox).toEqual(crlf);
  });

  describe('with a broken multipart', () => {
    const words = (mail: { text: string; html: string | null }) => [mail.text.trim().split(/\s+/), mail.html];
    const plain = 'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 7bit\r\n\r\none\r\n';
    const page = 'Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: 7bit\r\n\r\n<p>two</p>\r\n';
    const both = (first: string, second: string, end: string, name = 'b') =>
      `${HEAD}Content-Type: multipart/alternative; boundary=${name}\r\n\r\n${first}${plain}${second}${page}${end}`;

    it.each([
      ['nothing is broken', both('--b\r\n', '--b\r\n', '--b--\r\n')],
      ['a delimiter is missing', both('--b\r\n', '', '--b--\r\n')],
      ['the first delimiter is missing', both('', '--b\r\n', '--b--\r\n')],
      ['all delimiters except the last are missing', both('', '', '--b--\r\n')],
      ['a delimiter is damaged', both('--boundary\r\n', '--boundar\r\n', '--boundary--\r\n', 'boundary')],
      ['the header names another boundary', both('--b\r\n', '--b\r\n', '--b--\r\n', 'other')],
      ['the header names no boundary', both('--b\r\n', '--b\r\n', '--b--\r\n').replace('; boundary=b', '')],
      [
        'a header parameter continues on a line without indentation',
        both('--b\r\n', '--b\r\n', '--b--\r\n').replace('; bound', ';\r\nbound'),
      ],
    ])('reads the text part as text and the HTML part as HTML when %s', async (_what, mail) => {
      expect(words(await parse(mail))).toEqual([['one'], expect.stringMatching(/^<p>two<\/p>/)]);
    });

    it('reads the text of a part without a header and of a part without a blank line after its header', async () => {
      const mail = await parse(
        `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nHello there\r\n\r\nagain\r\n--b\r\nContent-Type: text/plain\r\nGoodbye\r\n--b--\r\n`,
      );

      expect(mail.text.trim().split(/\s+/)).toEqual(['Hello', 'there', 'again', 'Goodbye']);
    });

    it('keeps a file whose delimiter is missing as an attachment', async () => {
      const file = 'Content-Type: image/png; name=a.png\r\nContent-Transfer-Encoding: base64\r\n\r\nQUJD\r\n';
      const mail = await parse(
        `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n${plain}\r\n${file}--b--\r\n`,
      );

      expect([mail.text.trim(), mail.parts.map(({ filename }) => filename)]).toEqual(['one', ['a.png']]);
    });

    it('leaves a text that quotes MIME headers or delimiters unchanged', async () => {
      const talk = 'My server sends\r\n\r\nContent-Type: text/html; charset=utf-8\r\n\r\nIs that right?';
      const cited = `It says\r\n--other\r\n${plain}--other--`;
      for (const said of [talk, cited]) {
        const mail = await parse(HEAD + multipart('alternative', [text(said), html('<p>it</p>')]));

        expect(mail.text.trim()).toBe(said.replaceAll('\r\n', '\n').trim());
      }
    });

    it('keeps text that the parser finds only in the unrepaired mail', async () => {
      const mail = await parse(
        `${HEAD}Content-Type: multipart/mixed; boundary=out\r\n\r\n--out\r\nContent-Type: multipart/alternative; boundary=in\r\n\r\n--in\r\nContent-Type: text/plain\r\n\r\none\r\n--out\r\nTwo: three\r\nFour: five\r\n--in--\r\n--out--\r\n`,
      );

      for (const word of ['one', 'three', 'five']) expect(mail.text).toContain(word);
    });
  });

  it('rejects with MailParseError Timeout when a mail takes too long', async () => {
    const { parseMail } = await import('#services/mail/parse-mail.ts');
    const endless = Buffer.from(
      HEAD +
        multipart(
          'mixed',
          Array.from({ length: 300 }, () => text('x')),
        ),
    );

    await expect(parseMail(endless, 0)).rejects.toMatchObject({ name: 'MailParseError', code: 'Timeout' });
  });
});

describe('parsePartialSource', () => {
  const file = `Content-Type: application/zip; name=a.zip\r\nContent-Transfer-Encoding: base64\r\n\r\n${`${'QUJD'.repeat(19)}\r\n`.repeat(2000)}`;
  const whole =
    HEAD + multipart('mixed', [text('see\r\nthe file'), 'Content-Type: image/png; name=b.png\r\n\r\n1234', file]);
  const SIZE = 40 * 1024 * 1024;

  it('reads the headers and the first text, lists later parts without content and flags truncated', async () => {
    const mail = await parsePartialSource(mailTools, Buffer.from(whole.slice(0, 2000)), SIZE);

    expect(mail).toMatchObject({ subject: 'ä order', messageId: 'm1@x.test', flags: ['truncated'] });
    expect(mail.text.trim()).toBe('see\nthe file');
    expect(mail.parts.map(({ filename, content }) => [filename, content.length])).toEqual([
      ['b.png', 0],
      ['a.zip', 0],
    ]);
    expect(mail.parts[0]?.sizeBytes).toBeLessThan(10);
    expect(mail.parts[1]?.sizeBytes).toBeGreaterThan(0.7 * SIZE);
    expect(mail.parts[1]?.sizeBytes).toBeLessThan(SIZE);
  });

  it.each([100, 300, 400, 500, 600, 700])(
    'reads the sender from the first %i bytes of a mail and flags truncated',
    async (size) => {
      const mail = await parsePartialSource(mailTools, Buffer.from(whole.slice(0, size)), SIZE);

      expect(mail.from[0]?.address).toBe('ann@x.test');
      expect(mail.flags).toContain('truncated');
    },
  );

  it('ends the text at its last complete line', async () => {
    const mail = await parsePartialSource(mailTools, Buffer.from(`${HEAD}\r\none\r\ntwo\r\ncut \xc3`, 'latin1'), SIZE);

    expect(mail.text).toBe('one\ntwo\n');
  });
});
