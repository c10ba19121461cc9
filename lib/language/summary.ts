import { sentencesOf } from './sentences.ts';
import { readable } from './tokens.ts';

export const MOST_SUMMARY = 240;
const SENTENCES = 2;

/** Cut at a word, with a mark that something follows. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const short = text.slice(0, most - 1).toWellFormed();
  const lastBlank = short.lastIndexOf(' ');
  return `${(lastBlank > most / 2 ? short.slice(0, lastBlank) : short).replace(/[\s,;:–-]+$/, '')}…`;
}

/**
 * What a mail says in at most 240 characters of its own words: the first sentence that asks something or names a number,
 * a date or an amount, and the first other one that is no greeting. Of a mail without any, its beginning.
 */
export function summaryOf(text: string): string {
  const said = sentencesOf(text);
  const telling = said.find(({ isTelling }) => isTelling);
  const others = said.filter((sentence) => sentence !== telling).slice(0, telling ? SENTENCES - 1 : SENTENCES);
  const chosen = said.filter((sentence) => sentence === telling || others.includes(sentence));
  // The telling one goes first, so that a long neighbour does not push it out.
  const ordered = telling ? [telling, ...chosen.filter((sentence) => sentence !== telling)] : chosen;
  const words = ordered.map((sentence) => sentence.text).join(' ');
  return cut(words || readable(text).trim().replaceAll(/\s+/g, ' '), MOST_SUMMARY);
}
