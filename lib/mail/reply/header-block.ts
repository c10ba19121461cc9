import { isRule, nextSolid, type TextLine } from './lines.ts';
import type { HeaderField } from './words/schema.ts';
import { replyWords } from './words.ts';

/**
 * The beginning of a quoted or forwarded mail: a marker line, copied header fields, or both. `last` is its last line.
 */
export type Opening = { readonly first: number; readonly last: number; readonly kind: 'quoted' | 'forwarded' };

/** How many lines of copied fields are read. Mail programs copy half as many. */
const MAX_FIELDS = 16;

const originals = new Set(replyWords.quotes.originals);
const forwards = new Set(replyWords.quotes.forwards);

const bare = (body: string) => body.replace(/^[>\s]+/u, '');

/**
 * Returns what a line announces as "original message" or "forwarded message", between dashes or alone with a colon.
 * Otherwise returns null.
 */
export function markerOf(body: string): 'quoted' | 'forwarded' | null {
  const line = bare(body);
  const dashed = /^[-_=*]{2,}\s?([^-_=*].{2,60}?)\s?[-_=*]*$/u.exec(line)?.[1];
  const alone = /^(\D{3,60}?)\s?[:：]$/u.exec(line)?.[1];
  const words = (dashed ?? alone)
    ?.trim()
    .toLowerCase()
    .replace(/[:：]$/u, '')
    .trim();
  if (!words) return null;
  if (forwards.has(words) || (dashed !== undefined && words.startsWith('forwarded by '))) return 'forwarded';
  return dashed !== undefined && originals.has(words) ? 'quoted' : null;
}

/**
 * Returns the opening that begins at a line, or null. It is a marker with the fields below it, or consecutive copied
 * fields. These include the sender and an address or a subject, as Outlook, Apple Mail, Yahoo, Lotus and phones write
 * them.
 */
export function openingAt(lines: readonly TextLine[], first: number): Opening | null {
  const line = lines[first];
  if (!line || line.blank || line.quoted || line.code) return null;
  const marker = markerOf(line.body);
  if (marker) {
    const next = nextSolid(lines, first + 1);
    const block = next === null ? null : fieldsFrom(lines, next);
    return { first, last: block && block.fields.size > 0 ? block.last : first, kind: marker };
  }
  if (line.field === null) return null;
  const { last, fields, address } = fieldsFrom(lines, first);
  const sender = fields.has('from') && (fields.has('sent') || fields.has('to') || fields.has('subject'));
  // "From: Kyiv, To: Lviv, Date: 5 May" describes a journey.
  const mail = address || (fields.size >= 3 && fields.has('subject'));
  return sender && mail ? { first, last, kind: 'quoted' } : null;
}

/**
 * Returns the consecutive fields from a line on. A value may continue on one more line, and one empty line may stand
 * between two fields.
 */
function fieldsFrom(lines: readonly TextLine[], first: number) {
  const fields = new Set<HeaderField>();
  let last = first;
  let address = false;
  for (let at = first; at < lines.length && at <= last + 2 && at - first < MAX_FIELDS; at += 1) {
    const line = lines[at];
    if (!line || line.quoted || line.code) break;
    const { field } = line;
    const continues = !line.blank && at === last + 1 && /^[<"'(]|^[^\s@]{1,64}@\S{1,190}/u.test(line.body);
    if (field) fields.add(field);
    else if (!continues && !line.blank) break;
    if (field || continues) address ||= line.body.includes('@');
    if (field || continues) last = at;
  }
  return { last, fields, address };
}

/** Includes a rule (`____`, `----`, `====`) right above an opening. */
export function withRuleAbove(lines: readonly TextLine[], first: number): number {
  for (let at = first - 1; at >= 0 && at > first - 4; at -= 1) {
    const line = lines[at];
    if (line?.blank) continue;
    return line && !line.quoted && !line.code && isRule(line.body) ? at : first;
  }
  return first;
}
