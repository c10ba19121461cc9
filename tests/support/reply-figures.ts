import { splitReply } from '#lib/mail/reply/split.ts';
import { replyFragments } from '#services/mail/reply-fragments.ts';
import { comparable, filesOf, jsonOf, textOf } from './mail-sets.ts';

/**
 * A reply as we split it, in the form the sets compare, and what was expected. `whole` means that the spans cover the
 * text and make up the reply.
 */
export type SplitMail<Want> = {
  readonly name: string;
  readonly reply: string;
  readonly whole: boolean;
  readonly want: Want;
};

export type Expected = {
  readonly reply?: string;
  readonly startsWith?: string;
  readonly contains?: readonly string[];
  readonly excludes?: readonly string[];
};

export function splitText(text: string): { readonly reply: string; readonly whole: boolean } {
  const { reply, spans } = splitReply(text, replyFragments(text));
  const piece = ({ start, end }: { start: number; end: number }) => text.slice(start, end);
  const covered = spans.map(piece).join('') === text;
  const made =
    spans
      .filter(({ kind }) => kind === 'reply')
      .map(piece)
      .join('') === reply;
  return { reply: comparable(reply).trim(), whole: covered && made };
}

/** Returns mails in many languages whose whole reply is known. */
export const trimmedMails = (): SplitMail<string>[] =>
  filesOf('reply-trimmer', '.txt', 'emails').map(({ name }) => ({
    name,
    ...splitText(textOf('reply-trimmer', name)),
    want: comparable(textOf('reply-trimmer', name.replace('emails', 'trimmed'))).trim(),
  }));

/** Returns mails and traps for which a part of the reply is known, or nothing. */
export function trapMails(): SplitMail<Expected | null>[] {
  const files = filesOf('crisp-reply', '.txt', 'fixtures');
  const known = files.length > 0 ? jsonOf<Record<string, Expected>>('crisp-reply', 'expected.json') : {};
  return files.map(({ name }) => ({
    name,
    ...splitText(textOf('crisp-reply', name)),
    want: known[name.replace('fixtures/', '')] ?? null,
  }));
}

export function fits(reply: string, { reply: all, startsWith, contains = [], excludes = [] }: Expected): boolean {
  if (all !== undefined && reply !== comparable(all).trim()) return false;
  if (startsWith !== undefined && !reply.startsWith(comparable(startsWith).trim())) return false;
  return contains.every((part) => reply.includes(part)) && !excludes.some((part) => reply.includes(part));
}

/** Pieces that, repeated, made other splitters run for seconds or without end. */
export const attackPieces = [
  '>',
  'On ',
  'Le ',
  '_',
  '-- ',
  '-- \n',
  ' ',
  '\n',
  'From: a@b.test\n',
  'From:',
  'Sent from my ',
  'Sent from my iPhone\n\n',
  'bq',
  'Op \n',
  '> > >\n',
  'wrote:\n',
  '：\n',
  '2000 from <',
  '| ',
  '| a\n',
  'Ann Lee \n',
  'On 3 May\n\nwrote:\n\n',
];

/** Returns how long splitting a text of one repeated piece takes, in milliseconds. */
export function attackMs(piece: string, length = 260_000): number {
  const text = piece.repeat(Math.ceil(length / piece.length));
  const started = performance.now();
  splitText(text);
  return performance.now() - started;
}
