import { simpleParser } from 'mailparser';
import { describe, expect, it } from 'vitest';
import type { OutgoingMail } from '#lib/mail/ports.ts';
import { composeMail } from './compose-mail.ts';

const reply: OutgoingMail = {
  from: { name: 'Подтримка «Plaza»', address: 'help@example.test' },
  to: { name: 'Ann, "the" Asker', address: 'ann@asker.test' },
  replyTo: null,
  subject: 'Re: Замовлення №5 — déjà vu',
  messageId: 'd.drf_1@example.test',
  inReplyTo: 'question@asker.test',
  references: ['first@asker.test', 'question@asker.test'],
  date: new Date('2026-03-02T10:00:00.000Z'),
  text: 'Привіт!\n\n.\n.line that begins with a dot\nFrom here on\n\n-- \nPlaza\n',
};
const built = async (patch: Partial<OutgoingMail> = {}) => {
  const raw = Buffer.from(await composeMail({ ...reply, ...patch })).toString('latin1');
  const [header = '', ...body] = raw.split('\r\n\r\n');
  const names = header
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .map((line) => line.replace(/:.*/, '').toLowerCase());
  return { raw, header, body: body.join('\r\n\r\n'), names };
};

describe('composeMail', () => {
  it('builds a reply that parses back to its fields', async () => {
    const { raw } = await built();

    const mail = await simpleParser(Buffer.from(raw, 'latin1'));

    expect(mail.from?.value).toEqual([reply.from]);
    expect(mail.to).toMatchObject({ value: [reply.to] });
    expect(mail.subject).toBe(reply.subject);
    expect(mail.messageId).toBe('<d.drf_1@example.test>');
    expect(mail.inReplyTo).toBe('<question@asker.test>');
    expect(mail.references).toEqual(['<first@asker.test>', '<question@asker.test>']);
    expect(mail.date).toEqual(reply.date);
    expect(mail.text).toBe(reply.text);
    expect(mail.html).toBe(false);
  });

  it('writes 7-bit plain text and only its own headers', async () => {
    const { raw, names, header } = await built({ replyTo: { name: '', address: 'help+t.thr_1@example.test' } });

    expect(Buffer.from(raw, 'latin1').every((byte) => byte > 0 && byte < 128)).toBe(true);
    expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThan(998);
    expect(header).toContain('Content-Type: text/plain; charset=utf-8');
    expect(names.toSorted()).toEqual([
      'content-transfer-encoding',
      'content-type',
      'date',
      'from',
      'in-reply-to',
      'message-id',
      'mime-version',
      'references',
      'reply-to',
      'subject',
      'to',
    ]);
  });

  it('builds identical bytes each time, so that a repeated send is the same mail', async () => {
    expect((await built()).raw).toBe((await built()).raw);
  });

  it.each(['a@x.test\r\nBcc: evil@e.test', 'a@x.test <evil@e.test>', 'a@x.test, evil@e.test', 'a@x.test>', 'a', ''])(
    'S53 rejects anything but one plain address: %j',
    async (address) => {
      await expect(composeMail({ ...reply, to: { name: '', address } })).rejects.toThrow('one plain email address');
      await expect(composeMail({ ...reply, from: { name: '', address } })).rejects.toThrow('one plain email address');
      await expect(composeMail({ ...reply, replyTo: { name: '', address } })).rejects.toThrow(
        'one plain email address',
      );
    },
  );

  it('S54 lets no line break in a subject or a name become a header', async () => {
    const evil = 'x\r\nBcc: evil@e.test\r\n\r\nbody';

    const { names, header } = await built({
      subject: evil,
      from: { name: evil, address: 'help@example.test' },
      to: { name: evil, address: 'ann@asker.test' },
    });

    expect(names).not.toContain('bcc');
    expect(header).toContain('Subject: x Bcc: evil@e.test body');
  });

  it('S54 removes characters that change the reading order from names and subjects', async () => {
    const { header } = await built({
      subject: 'Bill \u202efdp.exe\u202c',
      from: { name: 'Pay\u2066Pal\u200e', address: 'help@example.test' },
    });

    expect(header).toContain('Subject: Bill fdp.exe\r\n');
    expect(header).toContain('From: PayPal <help@example.test>\r\n');
  });

  it('S54 leaves out references that are not valid ids, and rejects an invalid Message-ID', async () => {
    const odd = ['ok@x.test', 'no at', 'a@b>\r\nBcc: evil@e.test', '<a@b>', 'x'.repeat(300)];

    const { names, header } = await built({ references: odd, inReplyTo: 'a@b\r\nBcc: evil@e.test' });

    expect(names).not.toContain('bcc');
    expect(names).not.toContain('in-reply-to');
    expect(header).toContain('References: <ok@x.test>\r\n');
    await expect(composeMail({ ...reply, messageId: 'a@b\r\nBcc: e@e.test' })).rejects.toThrow('Message-ID');
  });

  it('S54 reads no file and no URL that the text names', async () => {
    const { body } = await built({ text: '{ "path": "/etc/hostname", "href": "http://127.0.0.1/" }' });

    expect(body).toContain('/etc/hostname');
  });
});
