import type { TextLine } from './lines.ts';
import { replyWords } from './words.ts';

/** The lines above a quote that name its author: "On Mon, 3 May 2021 at 10:15, Ann <ann@shop.test> wrote:". */
export type Attribution = { readonly first: number; readonly last: number; readonly strong: boolean };

const MAX_SPAN = 6;
const MAX_TEXT = 400;

const wroteVerbs = Object.values(replyWords.quotes.wrote).flat();
const word = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
const edge = '(?![\\p{L}\\p{N}])';
const VERB = new RegExp(
  `(?:^|[\\s,;>)\\]"'”’»])(?:${[...wroteVerbs]
    .sort((a, b) => b.length - a.length)
    .map(word)
    .join('|')})`,
  'u',
);
const verbs = new Set(wroteVerbs);
/** Matches "Ann Lee ha scritto:": only a name and the verb. */
const NAME_WROTE = new RegExp(
  `^\\p{Lu}[\\p{L}'’.-]{1,40}(?: \\p{Lu}[\\p{L}'’.-]{0,40}){0,3} (?:${wroteVerbs.map(word).join('|')})\\s?[:：]$`,
  'u',
);
const LEAD = new RegExp(
  `^(?:${[...replyWords.quotes.leads]
    .sort((a, b) => b.length - a.length)
    .map(word)
    .join('|')})${edge}`,
  'iu',
);
/** Verbs of languages without blanks between words. */
const TAIL_VERB = /(?:写道|寫道|写到|のメッセージ|のメール|書きました|작성(?:했습니다)?|เขียนว่า)\s*[:：]?$/u;

const ADDRESS = /[^\s<>()[\]"',;:]{1,64}@[^\s<>()[\]"',;:]{1,190}/u;
const CLOCK = /\b\d{1,2}[:.h]\d{2}\b/u;
const YEAR = /(?:^|\D)(?:19|20)\d{2}(?!\d)/u;
const DAY = /(?:^|\D)\d{1,2}(?!\d)/u;
const NUMBER_DATE = /\d{1,4}[./-]\s?\d{1,2}[./-]\s?\d{1,4}|\d{4}年/u;
const ENDS = /[:：]\s?-{0,8}$|-{2,}$/u;
const STARTS_WITH_DATE = /^(?:\p{L}{2,14}[.,]{0,2} )?(?:\d{1,2}[:.]\d{2}|\d{1,4}[./-]|\d{1,2}\.? \p{L}{3,}|\d{4}年)/u;
const STARTS_WITH_PERSON = /^["'“]?\p{L}[^<>:]{0,80}<[^<>\s]{1,250}>/u;

/** Returns every attribution of a text, by its first line. */
export function attributions(lines: readonly TextLine[]): ReadonlyMap<number, Attribution> {
  const found = new Map<number, Attribution>();
  lines.forEach((_, last) => {
    const attribution = attributionAt(lines, last);
    if (attribution) found.set(attribution.first, attribution);
  });
  return found;
}

/**
 * Returns the attribution that ends at a line, or null. It may have up to six lines, because mail programs wrap it. A
 * strong attribution is unambiguous. It has a verb of writing or a closing colon, and a time with an address or a full
 * date. A weak one ("On Monday Ann wrote:") counts only above quoted lines, because people write such sentences too.
 */
function attributionAt(lines: readonly TextLine[], last: number): Attribution | null {
  const end = lines[last];
  if (!end || end.blank || end.quoted || end.code || !mayEnd(end.body)) return null;
  let from: number | null = null;
  let strong = false;
  let text = '';
  for (let first = last; first >= 0 && first > last - MAX_SPAN; first -= 1) {
    const line = lines[first];
    if (line?.blank && first === last - 1 && isVerb(end.body)) continue;
    if (!line || line.blank || line.quoted || line.code || (first < last && endsSentence(line.body))) break;
    // Once the attribution could be complete, only a line of its date may precede it: "On 21 Nov 2024, / at 10:18, /
    // Ann <…> wrote:".
    if (from !== null && begins(text) && !/\d/.test(line.body)) break;
    text = text === '' ? line.body : `${line.body} ${text}`;
    if (text.length > MAX_TEXT) break;
    const strength = strengthOf(text);
    if (strength === null) continue;
    strong ||= strength === 'strong';
    if (from === null || begins(line.body)) from = first;
    if (LEAD.test(line.body)) break;
  }
  return from === null ? null : { first: from, last, strong };
}

/** Returns true for "wrote:" on its own line, as some HTML-to-text programs write it. */
const isVerb = (body: string) => verbs.has(body.replace(/\s?[:：]$/u, '').toLowerCase());

/** Returns true when a line ends a sentence or another attribution. "28." and "Fr." do not. */
const endsSentence = (body: string) => /[.!?…:：]$/u.test(body) && !/(?:^|[^\p{L}\d])[\p{L}\d]{1,4}\.$/u.test(body);

const mayEnd = (body: string) => ENDS.test(body) || TAIL_VERB.test(body) || /\bwrote$/u.test(body);

const begins = (body: string) => {
  const bare = body.replace(/^[-\s]{1,20}/u, '');
  return LEAD.test(bare) || STARTS_WITH_DATE.test(bare) || STARTS_WITH_PERSON.test(bare);
};

function strengthOf(text: string): 'strong' | 'weak' | null {
  const bare = text.replace(/^[-\s]{1,20}/u, '').replace(/[-\s]{1,20}$/u, '');
  if (NAME_WROTE.test(bare)) return 'weak';
  if (bare.length < 8 || !(/[\d@]/.test(bare) || LEAD.test(bare))) return null;
  const verb = VERB.test(bare.toLowerCase()) || TAIL_VERB.test(bare);
  const colon = /[:：]$/u.test(bare);
  const address = ADDRESS.test(bare) || /&lt;[^&\s]{3,250}&gt;/.test(bare);
  const clock = CLOCK.test(bare);
  const moment = clock || YEAR.test(bare) || NUMBER_DATE.test(bare);
  const fullDate = (YEAR.test(bare) && DAY.test(bare)) || NUMBER_DATE.test(bare) || (clock && DAY.test(bare));
  const opens = begins(bare);
  if (verb) {
    if (address && (opens || moment)) return 'strong';
    if (fullDate && opens && (colon || clock)) return 'strong';
    return colon && (opens || moment || address) ? 'weak' : null;
  }
  // "2017-11-24 16:32 GMT+01:00 Ann <ann@shop.test>:" has no verb at all.
  if (colon && address && clock && (NUMBER_DATE.test(bare) || YEAR.test(bare)) && />"?\s?[:：]$/u.test(bare))
    return 'strong';
  return null;
}
