import { isRule, type TextLine } from './lines.ts';
import { replyWords } from './words.ts';

/** A run of lines by the author, from `first` to before `end`, without quoted lines. */
export type Stretch = { readonly first: number; readonly end: number };

/** The lines of a signature. `rest` means that the text after it is the answered mail, not the author's text. */
export type Signature = { readonly first: number; readonly end: number; readonly rest: boolean };

const MAX_LINES = 20;
const MAX_BLOCK = 8;
const MAX_DEVICE = 80;

const { deviceLeads, deviceTails, gadgets, closings, roles } = replyWords.signatures;
const word = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
/** Chinese has no blanks between words, so only alphabetic leads must end at a word boundary. */
const endOf = (lead: string) => (/\p{Script=Han}$/u.test(lead) ? '' : '(?!\\p{L})');
const DEVICE = new RegExp(`^(?:${deviceLeads.map((lead) => word(lead) + endOf(lead)).join('|')})`, 'iu');
const DEVICE_TAIL = new RegExp(`^.{2,40}(?:${deviceTails.map(word).join('|')})$`, 'iu');
const GADGET = new RegExp(gadgets.map(word).join('|'), 'iu');
const ROLE = new RegExp(`(?:^|[^\\p{L}])(?:${roles.map(word).join('|')})(?![\\p{L}])`, 'iu');
const CLOSINGS = new Set(closings);
const REACH = /@|https?:|www\.|\.(?:com|net|org|de|fr|ua|pl|eu|io)(?:\W|$)|\+?\d[\d ()./-]{6,}\d|\|/iu;
const POSTSCRIPT = /^(?:p\.? ?p?\.?s\b\.?|ps\b|p\. ?d\.|з\.? ?ы\.?|п\.? ?с\.?)/iu;

/**
 * Returns the signature of a run. It is a "-- " line, a phone's signature line, a rule above an imprint, or a closing
 * above details. A closing with only a name ends a letter and stays with the author's text, and so does a postscript.
 * `proposed` are lines where the reply parser begins a signature. They must pass the same tests.
 */
export function signatureOf(
  lines: readonly TextLine[],
  stretch: Stretch,
  proposed: ReadonlySet<number>,
): Signature | null {
  const delimiter = firstIn(lines, stretch, (line, at) =>
    isDelimiter(line, () => solidLines(lines, at + 1, stretch.end)),
  );
  const end = delimiter ?? stretch.end;
  const undelimited = firstIn(lines, { ...stretch, end }, (line, at) => {
    const block = () => solidLines(lines, at + 1, end);
    if (isDevice(line.body)) return alone(lines, at) || (GADGET.test(line.body) && block().length === 0);
    if (isRule(line.body)) return isImprint(line.body, block());
    return (isClosing(line.body) || proposed.has(at)) && isCard(block());
  });
  const first = undelimited ?? delimiter;
  if (first === null) return null;
  if (isDevice(lines[first]?.body ?? '')) return { first, end: first + 1, rest: delimiter === null };
  return upTo(lines, first, stretch);
}

function firstIn(
  lines: readonly TextLine[],
  stretch: Stretch,
  is: (line: TextLine, at: number) => boolean,
): number | null {
  for (let at = stretch.first; at < stretch.end; at += 1) {
    const line = lines[at];
    if (line && !line.blank && !line.code && is(line, at)) return at;
  }
  return null;
}

const solidLines = (lines: readonly TextLine[], from: number, end: number) => {
  const found: string[] = [];
  // One line more than any test allows is enough to fail the test.
  for (let at = from; at < end && found.length <= MAX_LINES; at += 1) {
    const line = lines[at];
    if (line && !line.blank) found.push(line.body);
  }
  return found;
};

/**
 * Returns true for the delimiter of RFC 3676: two dashes and a blank. Some programs drop the blank. Two bare dashes
 * count only above a few lines.
 */
function isDelimiter(line: TextLine, block: () => readonly string[]): boolean {
  if (line.raw === '-- ') return true;
  if (!/^(?:--|––)$/.test(line.body)) return false;
  const below = block().length;
  return below > 0 && below <= MAX_LINES;
}

const isClosing = (body: string) =>
  body.length <= 60 && CLOSINGS.has(body.replace(/[\s,.!;：，！]+$/u, '').toLowerCase());

/** Returns true for a short line that is not a sentence. A person wrote "Sent from my desk, which is easier.". */
export function isDevice(body: string): boolean {
  const words = body.replace(/<[^>]*>|\(?https?:\S+/g, '').trim();
  if (words.length > MAX_DEVICE || /[,;:]\s|[.!?]$/.test(words)) return false;
  return DEVICE.test(words) || (DEVICE_TAIL.test(words) && GADGET.test(words));
}

const alone = (lines: readonly TextLine[], at: number) =>
  at === 0 || lines[at - 1]?.blank !== false || lines[at - 1]?.quoted === true;

const isSentence = (body: string) => /[.!?…]$/u.test(body) && body.split(' ').length >= 6 && !REACH.test(body);

/**
 * Returns true for the text below a rule at the end: a list address, an imprint, or one short line below a long rule.
 */
function isImprint(rule: string, block: readonly string[]): boolean {
  if (block.length === 0 || block.length > MAX_BLOCK || block.some((body) => isSentence(body) || POSTSCRIPT.test(body)))
    return false;
  if (block.some((body) => REACH.test(body) || ROLE.test(body))) return true;
  return /^_{20,}$/.test(rule) && block.length <= 2;
}

/** Returns true for a name and at least one line of details, without sentences. */
function isCard(block: readonly string[]): boolean {
  if (block.length < 2 || block.length > MAX_BLOCK) return false;
  if (block.some((body) => body.length > 90 || isSentence(body) || POSTSCRIPT.test(body))) return false;
  return block.slice(1).some((body) => REACH.test(body) || ROLE.test(body));
}

/** Returns the lines from `first` to the end of the run, or to a postscript. */
function upTo(lines: readonly TextLine[], first: number, { end }: Stretch): Signature {
  for (let at = first + 1; at < end; at += 1) {
    const line = lines[at];
    if (line && POSTSCRIPT.test(line.body) && lines[at - 1]?.blank) return { first, end: at, rest: false };
  }
  return { first, end, rest: false };
}
