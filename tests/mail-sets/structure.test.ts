import { beforeAll, describe, expect, it } from 'vitest';
import { parseSource } from '#lib/mail/parse-source.ts';
import type { ParsedMail } from '#lib/mail/ports.ts';
import { mailTools } from '#services/mail/mail-tools.ts';
import { jsonOf, mailSetIsHere, mailsOf } from '#tests/support/mail-sets.ts';

/** The part of a parse tree of the set that is compared; its notes say how. */
type Named = { readonly name: string | null; readonly address: string | null };
type Value = {
  readonly Text?: string;
  readonly Address?: {
    readonly List?: readonly Named[];
    readonly Group?: readonly { readonly addresses: readonly Named[] }[];
  };
  readonly DateTime?: Record<
    'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'tz_hour' | 'tz_minute',
    number
  > & {
    readonly tz_before_gmt: boolean;
  };
};
type Part = {
  readonly headers: readonly { readonly name: unknown; readonly value: Value }[];
  readonly body: { readonly Text?: string; readonly Html?: string };
};
type Tree = Record<'text_body' | 'html_body' | 'attachments', readonly number[]> & { readonly parts: readonly Part[] };
type Pair = { readonly name: string; readonly mail: ParsedMail; readonly tree: Tree };

const squeezed = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Returns the last entry of a repeated field, because the trees keep that one. */
const field = ({ parts }: Tree, name: string): Value | undefined =>
  parts[0]?.headers.findLast((header) => header.name === name)?.value;

const addresses = ({ Address }: Value): Named[] => [
  ...(Address?.List ?? Address?.Group?.flatMap((group) => group.addresses) ?? []),
];

function instant({ DateTime }: Value): number | null {
  if (!DateTime) return null;
  const { year, month, day, hour, minute, second, tz_hour, tz_minute, tz_before_gmt } = DateTime;
  return (
    Date.UTC(year, month - 1, day, hour, minute, second) +
    (tz_before_gmt ? 1 : -1) * (tz_hour * 60 + tz_minute) * 60_000
  );
}

/** Returns the texts of the body that are shown. A text that is also listed as a file counts as a file. */
const bodies = ({ parts, ...tree }: Tree, form: 'Text' | 'Html'): string[] =>
  tree[form === 'Text' ? 'text_body' : 'html_body']
    .filter((at) => !tree.attachments.includes(at))
    .flatMap((at) => parts[at]?.body[form] ?? []);

/** Compares two texts. An expected U+FFFD stands for a byte that the other parser could not read. */
const matches = (expected: string, given: string): boolean =>
  expected.length === given.length &&
  expected.split('').every((sign, i) => sign === '\uFFFD' || sign === given.charAt(i));

describe.skipIf(!mailSetIsHere('stalwart'))(
  'sixty-four mails with unusual structure, charsets, addresses and dates',
  () => {
    let pairs: readonly Pair[] = [];
    beforeAll(async () => {
      const each = mailsOf('stalwart').map(async ({ name, read }) => ({
        name,
        mail: await parseSource(mailTools, read()),
        tree: jsonOf<Tree>('stalwart', name.replace(/eml$/, 'json')),
      }));
      pairs = await Promise.all(each);
    });

    /** Returns the number of mails that have something to compare, and the names of those that do not agree. */
    function compared(part: (pair: Pair) => boolean | null): { count: number; differ: string[] } {
      const verdicts = pairs
        .map((pair) => ({ name: pair.name, agrees: part(pair) }))
        .filter(({ agrees }) => agrees !== null);
      return { count: verdicts.length, differ: verdicts.filter(({ agrees }) => !agrees).map(({ name }) => name) };
    }
    const named = (name: 'from' | 'to', of: 'address' | 'name') =>
      compared(({ mail, tree }) => {
        const value = field(tree, name);
        if (!value?.Address) return null;
        return (
          addresses(value)
            .map((one) => one[of] ?? '')
            .join() === mail[name].map((one) => one[of]).join()
        );
      });

    it('give every sender and recipient, and every sender’s name', () => {
      expect([named('from', 'address'), named('from', 'name'), named('to', 'address')]).toEqual([
        { count: 62, differ: [] },
        { count: 62, differ: [] },
        { count: 62, differ: [] },
      ]);
    });

    it('give every subject, even with raw bytes in encoded words', () => {
      const subjects = compared(({ mail, tree }) => {
        const expected = field(tree, 'subject')?.Text;
        return expected === undefined ? null : matches(squeezed(expected), squeezed(mail.subject));
      });

      expect(subjects).toEqual({ count: 63, differ: [] });
    });

    it('give every Message-ID', () => {
      const ids = compared(({ mail, tree }) => {
        const expected = field(tree, 'message_id')?.Text;
        return expected === undefined ? null : expected.toLowerCase() === mail.messageId?.toLowerCase();
      });

      expect(ids).toEqual({ count: 55, differ: [] });
    });

    it('give every date as an instant', () => {
      const dates = compared(({ mail, tree }) => {
        const expected = instant(field(tree, 'date') ?? {});
        return expected === null ? null : mail.date !== null && Date.parse(mail.date) === expected;
      });

      expect(dates).toEqual({ count: 59, differ: [] });
    });

    it('give every text', () => {
      const texts = compared(({ mail, tree }) => {
        const expected = bodies(tree, 'Text');
        return expected.length === 0 ? null : squeezed(expected.join(' ')) === squeezed(mail.text);
      });

      expect(texts).toEqual({ count: 56, differ: [] });
    });

    it('give every HTML body, except one mail that mixes text and HTML', () => {
      const pages = compared(({ mail, tree }) => {
        const expected = bodies(tree, 'Html');
        return expected.length === 0 ? null : squeezed(expected.join(' ')) === squeezed(mail.html ?? '');
      });

      expect(pages).toEqual({ count: 18, differ: ['rfc/007.eml'] });
    });

    it('give every attachment', () => {
      const files = compared(({ mail, tree }) => mail.parts.length === tree.attachments.length);

      expect(files).toEqual({ count: 64, differ: [] });
    });
  },
);
