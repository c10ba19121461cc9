import { simpleParser } from 'mailparser';
import { describe, expect, it } from 'vitest';
import { parseSource } from '#lib/mail/parse-source.ts';
import { mailTools } from '#services/mail/mail-tools.ts';
import { brokenMail, madeMail } from '#tests/support/broken-mails.ts';
import { isLong, sizeOf } from '#tests/support/form.ts';
import { mailSetIsHere, mailsOf } from '#tests/support/mail-sets.ts';
import { randomFrom } from '#tests/support/random.ts';

const SEEDS = sizeOf('BROKEN_MAILS', { short: 200, long: 20_000 });
const options = {
  keepCidLinks: true,
  keepDeliveryStatus: true,
  skipHtmlToText: true,
  skipTextToHtml: true,
  skipImageLinks: true,
};
/** A field that only describes a part must not appear in a text. */
const FIELD = /^content-(?:type|transfer-encoding|disposition)[ \t]*:/im;

const filesOf = (parts: readonly { readonly content: Uint8Array }[]) =>
  parts.map(({ content }) => Buffer.from(content).toString('utf8')).join('\n');

/** Returns everything the parser reads from a mail that was not repaired first. */
async function bareText(raw: Buffer): Promise<string> {
  const { text, html, attachments } = await simpleParser(raw, options);
  return [text ?? '', mailTools.cleanHtml(html || '').text, filesOf(attachments)].join('\n');
}

async function ourReading(raw: Buffer) {
  const { text, html, parts } = await parseSource(mailTools, raw);
  return { shown: text, all: [text, mailTools.cleanHtml(html ?? '').text, filesOf(parts)].join('\n') };
}

/** Returns the words of a bare text above the source of an unrecognised part, as they occur in the mail. */
function authorsWords(bare: string, mail: string): string[] {
  const lines = bare.split('\n');
  const field = lines.findIndex((line) => FIELD.test(line));
  const words = lines
    .slice(0, field === -1 ? lines.length : field)
    .join('\n')
    .match(/(?<![\w<=/+-])[A-Za-z]{4,}(?![\w=>/+-])/g);
  // A program's name for a part is not a word of its author; a damaged head leaves it as text in the bare reading.
  const titles = mail.match(/^Content-Description:.*$/gim)?.join('\n') ?? '';
  return (words ?? []).filter((word) => mail.includes(word) && !titles.includes(word));
}

describe('a mail with broken delimiters, lengths or charsets', () => {
  const seeds = Array.from({ length: SEEDS }, (_, n) => n + 1);
  const blocks = Array.from({ length: Math.ceil(SEEDS / 1000) }, (_, n) => seeds.slice(n * 1000, (n + 1) * 1000));

  it.each(blocks.map((block) => [block[0], block] as const))(
    'loses no word that the bare parser reads, and shows no header field of a part (from seed %i)',
    async (_, block) => {
      const lost: unknown[] = [];
      for (const seed of block) {
        const random = randomFrom(seed);
        const mail = madeMail(random);
        const broken = brokenMail(mail.text, random);
        const raw = Buffer.from(broken.text);
        const [bare, ours] = await Promise.all([bareText(raw), ourReading(raw)]);
        const words = mail.words.filter((word) => bare.includes(word) && !ours.all.includes(word));
        const field = FIELD.exec(ours.shown)?.[0];
        if (words.length > 0 || field) lost.push({ seed, names: broken.names, words, field });
      }
      expect(lost).toEqual([]);
    },
  );
});

describe.each(['stalwart', 'mailparser', 'sisimai', 'spamassassin'] as const)('the real mails of %s', (set) => {
  it.skipIf(!mailSetIsHere(set))('lose no word, intact or broken', async () => {
    const lost: unknown[] = [];
    const mails = mailsOf(set).filter((_, at) => isLong || at % 10 === 0);
    for (const [at, file] of mails.entries()) {
      const whole = Buffer.from(file.read()).toString('latin1');
      if (whole.length > 200_000) continue;
      const random = randomFrom(at + 1);
      for (const text of [whole, brokenMail(whole, random).text, brokenMail(whole, random).text]) {
        const raw = Buffer.from(text, 'latin1');
        const [bare, ours] = await Promise.all([bareText(raw), ourReading(raw)]);
        const words = authorsWords(bare, text).filter((word) => !ours.all.includes(word));
        if (words.length > 0) lost.push({ name: file.name, words: words.slice(0, 5) });
      }
    }
    expect(lost).toEqual([]);
  });
});
