import { describe, expect, it } from 'vitest';
import { parseSource } from '#lib/mail/parse-source.ts';
import { MailParseError } from '#lib/mail/ports.ts';
import { mailTools } from '#services/mail/mail-tools.ts';
import { growthOf } from '#tests/support/cpu-time.ts';
import { isLong } from '#tests/support/form.ts';
import { hostileMails, randomBytes } from '#tests/support/hostile-mails.ts';

/** Returns the result of reading a mail: read, or refused by the known error. Any other error fails the test. */
async function fateOf(raw: Uint8Array): Promise<'read' | 'refused'> {
  try {
    const mail = await parseSource(mailTools, raw);
    if (mail.html !== null) mailTools.cleanHtml(mail.html);
    return 'read';
  } catch (error) {
    if (error instanceof MailParseError) return 'refused';
    throw error;
  }
}

/** Between the 8 of linear work and the 64 of quadratic work. */
const MOST_GROWTH = 24;

describe('a hostile mail', () => {
  it.each(hostileMails)('is parsed or rejected: $name', async ({ make }) => {
    expect(['read', 'refused']).toContain(await fateOf(make(1 / 8)));
  });

  it.runIf(isLong).each(hostileMails)(
    'is parsed in time that grows no faster than the mail: $name',
    async ({ make }) => {
      const fates: string[] = [];

      const growth = await growthOf(async (share) => fates.push(await fateOf(make(share))), MOST_GROWTH);

      expect(['read', 'refused']).toEqual(expect.arrayContaining(fates));
      expect(growth).toBeLessThan(MOST_GROWTH);
    },
  );

  it('of random bytes is parsed or rejected', async () => {
    for (let seed = 1; seed <= 20; seed++)
      expect(['read', 'refused']).toContain(await fateOf(randomBytes(seed * 1500, seed)));
  });

  it('does not affect the next mail', async () => {
    const [first] = hostileMails;
    await fateOf(first?.make() ?? new Uint8Array());

    const mail = await parseSource(mailTools, Buffer.from('From: a@x.test\r\nSubject: next\r\n\r\nhello'));

    expect(mail).toMatchObject({ subject: 'next', text: 'hello' });
  });

  it.each([
    ['TooDeep', 'multiparts nested 100 deep'],
    ['TooManyParts', '10000 parts'],
    ['HeaderTooLarge', 'a header of 5 MB'],
    ['HeaderTooLarge', '100,000 headers'],
    ['HeaderTooLarge', '50,000 recipients'],
  ])('is rejected as %s before parsing: %s', async (code, name) => {
    const raw = hostileMails.find((mail) => mail.name === name)?.make() ?? new Uint8Array();

    await expect(parseSource(mailTools, raw)).rejects.toMatchObject({ name: 'MailParseError', code });
  });

  it('with thousands of recipients keeps two hundred and counts all', async () => {
    const raw = hostileMails.find(({ name }) => name === '12,000 recipients')?.make() ?? new Uint8Array();

    const mail = await parseSource(mailTools, raw);

    expect(mail.recipientCount).toBe(12_002);
    expect(mail.to.length + mail.cc.length).toBe(200);
  });

  it('with thousands of references keeps the first one and the last ninety-nine', async () => {
    const raw = hostileMails.find(({ name }) => name === '12,000 references')?.make() ?? new Uint8Array();

    const { references } = await parseSource(mailTools, raw);

    expect(references).toHaveLength(100);
    expect([references[0], references[1], references[99]]).toEqual(['0@x.test', '11902@x.test', 'z@x.test']);
  });

  it('in UTF-7 is cleaned after decoding', async () => {
    const raw = hostileMails.find(({ name }) => name === 'text in UTF-7')?.make() ?? new Uint8Array();
    const mail = await parseSource(mailTools, raw);

    expect(mailTools.cleanHtml(mail.html ?? '').html).not.toMatch(/script/i);
  });
});
