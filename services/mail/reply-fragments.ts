import EmailReplyParser from 'email-reply-parser';
import type { Fragment } from '#lib/mail/ports.ts';
import { tameText } from './tame-text.ts';

type Marks = Omit<Fragment, 'text'>;
const plain: Marks = { hidden: false, quoted: false, signature: false };

/**
 * Returns the pieces of a text as the reply parser splits it. Joined, they are the text. Text beyond what the parser
 * can read in limited time becomes one plain piece at the end. Never throws.
 */
export function replyFragments(text: string): readonly Fragment[] {
  const lines = text.split('\n');
  const marks = marksOf(lines);
  const pieces: { marks: Marks; lines: string[] }[] = [];
  lines.forEach((line, number) => {
    const own = marks[number] ?? plain;
    const last = pieces.at(-1);
    if (last && last.marks === own) last.lines.push(line);
    else pieces.push({ marks: own, lines: [line] });
  });
  return pieces.map((piece, at) => ({
    text: piece.lines.join('\n') + (at < pieces.length - 1 ? '\n' : ''),
    ...piece.marks,
  }));
}

/**
 * Returns the parser's marks for each line. The parser trims lines and joins broken ones, so its pieces are mapped to
 * lines by counting non-blank characters.
 */
function marksOf(lines: readonly string[]): Marks[] {
  const tame = tameText(lines);
  const shown = tame.text.split('\n');
  const marks: Marks[] = [];
  let at = 0;
  let used = 0;
  for (const fragment of new EmailReplyParser().read(tame.text).getFragments()) {
    const own: Marks = { hidden: fragment.isHidden(), quoted: fragment.isQuoted(), signature: fragment.isSignature() };
    let left = solid(fragment.getContent());
    while (left > 0 && at < shown.length) {
      const rest = solid(shown[at] ?? '') - used;
      if (rest > left) {
        used += left;
        break;
      }
      marks[tame.lineOf[at] ?? 0] = own;
      left -= rest;
      used = 0;
      at += 1;
    }
  }
  return filled(marks, tame.lineOf[at] ?? lines.length);
}

const solid = (text: string) => text.replace(/\s+/g, '').length;

/** Lines the parser did not see (empty ones) belong to the piece above them. */
function filled(marks: Marks[], until: number): Marks[] {
  let above = marks[0] ?? plain;
  return Array.from({ length: until }, (_, number) => {
    above = marks[number] ?? above;
    return above;
  });
}
