import { parseSource } from '#lib/mail/parse-source.ts';
import type { BounceRecipient, MailVerdict } from '#lib/mail/ports.ts';
import { verdictOf } from '#lib/mail/verdict.ts';
import { mailTools } from '#services/mail/mail-tools.ts';
import { jsonOf, mailsOf } from './mail-sets.ts';

type Row = { readonly dsn: string; readonly code: string; readonly reason: string; readonly hard: boolean };
export type ReadMail = { readonly name: string; readonly verdict: MailVerdict };
/** The number of right results, and the number of all. */
export type Share = readonly [right: number, all: number];

export type BounceFigures = {
  readonly mails: number;
  /** Mails whose kind differs from the set's. */
  readonly mistaken: readonly { readonly name: string; readonly kind: string }[];
  readonly complaints: number;
  readonly absences: number;
  readonly status: Share;
  readonly replyCode: Share;
  readonly hard: Share;
  /** The set's names for the mails whose outcome is `delivered`. */
  readonly delivered: readonly string[];
};

async function readAll(set: 'sisimai' | 'spamassassin'): Promise<ReadMail[]> {
  const read: ReadMail[] = [];
  for (const file of mailsOf(set)) {
    read.push({ name: file.name, verdict: verdictOf(await parseSource(mailTools, file.read()), new Set()) });
  }
  return read;
}

/** Reads what people and lists wrote, each mail with our verdict. */
export const readHam = async (): Promise<ReadMail[]> =>
  (await readAll('spamassassin')).filter(({ name }) => name.includes('ham'));

const kindsOf = (reason: string | undefined): readonly string[] =>
  reason === 'feedback' ? ['complaint'] : reason === 'vacation' ? ['ooo', 'auto_reply'] : ['bounce'];
/** True for a status that the makers of the set invented. */
const isMadeUp = (dsn: string) => /^\d\.0\.9\d\d$/.test(dsn);

/** Compares our reading of bounces, complaints and absence notes with the set's labels. */
export async function bounceFigures(): Promise<BounceFigures> {
  const expected = jsonOf<Record<string, Row[]>>('sisimai', 'expected.json');
  const mails = (await readAll('sisimai')).map((mail) => ({
    ...mail,
    rows: expected[mail.name.replace(/^mail\/|\.eml$/g, '')] ?? [],
  }));
  const bounces = mails.filter(({ rows }) => kindsOf(rows[0]?.reason).includes('bounce'));
  const pairs = bounces.flatMap(({ verdict, rows }) =>
    rows.map((row, at) => ({ row, got: verdict.bounce?.recipients[at] })),
  );
  const share = (
    known: (row: Row) => boolean,
    same: (row: Row, got: BounceRecipient | undefined) => boolean,
  ): Share => {
    const comparable = pairs.filter(({ row }) => known(row));
    return [comparable.filter(({ row, got }) => same(row, got)).length, comparable.length];
  };
  return {
    mails: mails.length,
    mistaken: mails
      .filter(({ verdict, rows }) => !kindsOf(rows[0]?.reason).includes(verdict.kind))
      .map(({ name, verdict }) => ({ name, kind: verdict.kind })),
    complaints: mails.filter(({ verdict }) => verdict.kind === 'complaint').length,
    absences: mails.filter(({ verdict }) => verdict.kind === 'ooo' || verdict.kind === 'auto_reply').length,
    status: share(
      ({ dsn }) => dsn !== '' && !isMadeUp(dsn),
      (row, got) => got?.status === row.dsn,
    ),
    replyCode: share(
      ({ code }) => code !== '',
      (row, got) => got?.replyCode === row.code,
    ),
    hard: [
      bounces.filter(({ verdict, rows }) => verdict.bounce?.hard === rows.some(({ hard }) => hard)).length,
      bounces.length,
    ],
    delivered: bounces
      .filter(({ verdict }) => verdict.bounce?.outcome === 'delivered')
      .map(({ rows }) => rows[0]?.reason ?? ''),
  };
}
