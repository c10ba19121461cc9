import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The sets of real mails lie beside the project and are only read; no text of theirs may come into it. */
const root = resolve(import.meta.dirname, '../../../shared/corpora/mail');

const sets = ['reply-trimmer', 'crisp-reply', 'mailparser', 'stalwart', 'sisimai', 'spamassassin'] as const;
export type MailSet = (typeof sets)[number];

export type MailSetFile = { readonly name: string; readonly path: string; readonly read: () => Uint8Array };

/** Whether a set is there. Where it is not, this says so once for each test file, and the tests that need it are skipped. */
export function mailSetIsHere(set: MailSet): boolean {
  const isHere = existsSync(join(root, set));
  if (!isHere) process.stderr.write(`mails: SKIPPED, the set ${set} is not here\n`);
  return isHere;
}

/** The files of a set with an ending, by their path inside it, in a fixed order. */
export function filesOf(set: MailSet, ending: string, under = ''): MailSetFile[] {
  const folder = join(root, set, under);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending))
    .sort()
    .map((path) => ({
      name: join(under, path),
      path: join(folder, path),
      read: () => readFileSync(join(folder, path)),
    }));
}

/** A text of a set, by its path inside it. */
export const textOf = (set: MailSet, path: string): string => readFileSync(join(root, set, path), 'utf8');

/** A JSON file of a set, as whoever asks says it is. */
export const jsonOf = <T>(set: MailSet, path: string): T => JSON.parse(textOf(set, path)) as T;

/** The mails of a set. */
export function mailsOf(set: 'mailparser' | 'stalwart' | 'sisimai' | 'spamassassin'): MailSetFile[] {
  return filesOf(set, set === 'spamassassin' ? '.txt' : '.eml');
}

/** Texts are compared as the set's own notes say: line ends alike, trailing blanks off, outer blank lines off. */
export const comparable = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t]+$/gm, '')
    .replace(/^\n+|\n+$/g, '');
