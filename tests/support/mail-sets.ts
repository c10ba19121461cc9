import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The sets of real mails lie beside the project and are only read. No text of theirs may enter the repository. */
const root = resolve(import.meta.dirname, '../../../shared/corpora/mail');

const sets = ['reply-trimmer', 'crisp-reply', 'mailparser', 'stalwart', 'sisimai', 'spamassassin'] as const;
export type MailSet = (typeof sets)[number];

export type MailSetFile = { readonly name: string; readonly path: string; readonly read: () => Uint8Array };

/**
 * Returns whether a set is present. For a missing set it prints a line once per test file, and the tests that need it
 * are skipped.
 */
export function mailSetIsHere(set: MailSet): boolean {
  const isHere = existsSync(join(root, set));
  if (!isHere) process.stderr.write(`mails: SKIPPED, the set ${set} is not here\n`);
  return isHere;
}

/** Returns the files of a set with this ending, by their path inside it, in a fixed order. */
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

/** Reads a text of a set, by its path inside it. */
export const textOf = (set: MailSet, path: string): string => readFileSync(join(root, set, path), 'utf8');

/** Reads a JSON file of a set, as the type that the caller names. */
export const jsonOf = <T>(set: MailSet, path: string): T => JSON.parse(textOf(set, path)) as T;

/** Returns the mails of a set. */
export function mailsOf(set: 'mailparser' | 'stalwart' | 'sisimai' | 'spamassassin'): MailSetFile[] {
  return filesOf(set, set === 'spamassassin' ? '.txt' : '.eml');
}

/**
 * Normalizes a text for comparison as the set's notes say: uniform line ends, no trailing blanks, no outer blank lines.
 */
export const comparable = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t]+$/gm, '')
    .replace(/^\n+|\n+$/g, '');
