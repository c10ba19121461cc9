import { describe, expect, it } from 'vitest';
import { plainMail, reportMail } from '#tests/support/parsed-mail.ts';
import { originalMessageId } from './original-message.ts';

const FROM = ['From: Mailer-Daemon@mx.test', 'In-Reply-To: <answered@plaza.test>'];

describe('originalMessageId', () => {
  it('reads the Message-ID from the returned mail or from its headers alone', async () => {
    for (const type of ['message/rfc822', 'text/rfc822-headers']) {
      const mail = await reportMail(FROM, 'delivery-status', [
        ['text/plain', 'It failed.'],
        [type, 'Subject: x\nMessage-Id:\n\t<d.1@Plaza.test>\n\nHi'],
      ]);
      expect(originalMessageId(mail)).toBe('d.1@plaza.test');
    }
  });

  it('falls back to a copy in the text, then to In-Reply-To, then to the last reference, then to null', async () => {
    expect(
      originalMessageId(await plainMail(FROM, '--- Below is a copy.\n\nTo: x\nMessage-ID: <d.2@plaza.test>')),
    ).toBe('d.2@plaza.test');
    expect(originalMessageId(await plainMail(FROM, 'It failed.'))).toBe('answered@plaza.test');
    expect(originalMessageId(await plainMail(['From: a@b.test', 'References: <a@x.test> <b@x.test>']))).toBe(
      'b@x.test',
    );
    expect(originalMessageId(await plainMail(['From: a@b.test']))).toBeNull();
  });
});
