import { sentencesOf } from './sentences.ts';
import { readable } from './tokens.ts';

export const MOST_SUMMARY = 240;
const SENTENCES = 2;

/** Cuts a text at a word and appends an ellipsis. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const short = text.slice(0, most - 1).toWellFormed();
  const lastBlank = short.lastIndexOf(' ');
  return `${(lastBlank > most / 2 ? short.slice(0, lastBlank) : short).replace(/[\s,;:–-]+$/, '')}…`;
}

/**
 * Returns a summary of a mail in at most 240 characters of its own words. Its first part is the first sentence with a
 * question, a number, a date or an amount. Its second part is the first other sentence that is not a greeting. Without
 * such sentences it is the beginning of the mail.
 */
export function summaryOf(text: string): string {
  const said = sentencesOf(text);
  const telling = said.find(({ isTelling }) => isTelling);
  const others = said.filter((sentence) => sentence !== telling).slice(0, telling ? SENTENCES - 1 : SENTENCES);
  const chosen = said.filter((sentence) => sentence === telling || others.includes(sentence));
  // The sentence with the facts comes first, so that a long neighbour cannot push it out.
  const ordered = telling ? [telling, ...chosen.filter((sentence) => sentence !== telling)] : chosen;
  const words = ordered.map((sentence) => sentence.text).join(' ');
  return cut(words || readable(text).trim().replaceAll(/\s+/g, ' '), MOST_SUMMARY);
}
