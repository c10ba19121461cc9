import { decodeAttribute, decodeText } from './html-entities.ts';
import { newTextPage, type TextPage } from './text-page.ts';

type Show = (page: TextPage, tag: () => string, closes: boolean) => void;

const line: Show = (page) => page.break(1);
const paragraph: Show = (page) => page.break(2);
const cell: Show = (page, _tag, closes) => closes && page.space();

/** The effect of an element on the text. Elements that are not listed have none. */
const shown = new Map<string, Show>([
  ...'address article aside body center dd div dl dt fieldset figcaption figure footer form header main nav section'
    .split(' ')
    .map((name): [string, Show] => [name, line]),
  ...'table tbody tfoot thead tr'.split(' ').map((name): [string, Show] => [name, line]),
  ...'h1 h2 h3 h4 h5 h6 ol p ul'.split(' ').map((name): [string, Show] => [name, paragraph]),
  ['td', cell],
  ['th', cell],
  ['br', (page) => page.break(1, true)],
  ['a', (page, tag, closes) => page.link(closes ? null : attribute(tag(), 'href'))],
  ['img', (page, tag) => page.picture(attribute(tag(), 'alt').trim())],
  [
    'li',
    (page, _tag, closes) => {
      page.break(1);
      if (!closes) page.text('- ');
    },
  ],
  [
    'hr',
    (page) => {
      page.break(1);
      page.text('---');
      page.break(1);
    },
  ],
  [
    'blockquote',
    (page, _tag, closes) => {
      page.break(2);
      page.quote(closes ? -1 : 1);
    },
  ],
  [
    'pre',
    (page, _tag, closes) => {
      page.break(2);
      page.keepBlanks(closes ? -1 : 1);
    },
  ],
]);

/** The content of these elements is not text of the mail. */
const silent = new Set('script style title noscript template textarea select xmp'.split(' '));

/** The attributes we need are near the beginning of the tag. */
const TAG_LENGTH = 4096;

/**
 * Converts HTML to text as a reader would copy it. Blocks are on their own lines and quotes are marked with `>`. A
 * link's address follows its text, and images become their description. One pass from front to back, for every input.
 */
export function htmlText(html: string): string {
  const page = newTextPage();
  const seek = seeker(html);
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf('<', at);
    const end = open === -1 ? html.length : open;
    if (end > at) page.text(decodeText(html.slice(at, end)));
    if (open === -1) break;
    const next = isTagSign(html.charCodeAt(open + 1)) ? seek.tagEnd(open) : -1;
    if (next === -1) {
      page.text('<');
      at = open + 1;
      continue;
    }
    const closes = html.charCodeAt(open + 1) === SLASH;
    const name = nameAt(html, closes ? open + 2 : open + 1);
    at = next;
    if (name === '') continue;
    if (!closes && silent.has(name)) at = seek.closing(name, next);
    else shown.get(name)?.(page, () => html.slice(open, Math.min(next, open + TAG_LENGTH)), closes);
  }
  return page.done();
}

const SLASH = 0x2f;

/** Returns true for a letter, `/`, `!` or `?`. After `<`, any other character is text. */
const isTagSign = (code: number): boolean => isLetter(code) || code === SLASH || code === 0x21 || code === 0x3f;
const isLetter = (code: number): boolean => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

function nameAt(html: string, from: number): string {
  let end = from;
  while (end - from < 16 && (isLetter(html.charCodeAt(end)) || (end > from && isDigit(html.charCodeAt(end))))) end++;
  return html.slice(from, end).toLowerCase();
}

function attribute(tag: string, name: 'alt' | 'href'): string {
  const pattern = name === 'alt' ? /\salt\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i : hrefPattern;
  const found = pattern.exec(tag);
  return decodeAttribute(found?.[1] ?? found?.[2] ?? found?.[3] ?? '');
}
const hrefPattern = /\shref\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;

/** Finds the ends of tags and elements. A missing end is not searched again, so the pass stays linear. */
function seeker(html: string) {
  const gone = new Set<string>();
  const find = (what: string, from: number): number => {
    if (gone.has(what)) return -1;
    const at = html.indexOf(what, from);
    if (at === -1) gone.add(what);
    return at;
  };
  const tagEnd = (open: number): number => {
    if (html.startsWith('<!--', open)) {
      const end = find('-->', open + 2);
      if (end !== -1) return end + 3;
    }
    let at = open + 1;
    for (;;) {
      const end = find('>', at);
      if (end === -1) return -1;
      // A quoted value may contain the character that ends a tag.
      const quote = quoteIn(html, at, Math.min(end, at + TAG_LENGTH));
      const shut = quote === -1 ? -1 : find(html.charAt(quote), quote + 1);
      if (shut === -1) return end + 1;
      at = shut + 1;
    }
  };
  const closing = (name: string, from: number): number => {
    const ends = /<\/([a-z]{3,8})/gi;
    ends.lastIndex = from;
    for (let end = ends.exec(html); end; end = ends.exec(html)) if (end[1]?.toLowerCase() === name) return end.index;
    return html.length;
  };
  return { tagEnd, closing };
}

/** Returns where a quoted value begins: the first quote after an equal sign and blanks. */
function quoteIn(html: string, from: number, to: number): number {
  let isValue = false;
  for (let at = from; at < to; at++) {
    const code = html.charCodeAt(at);
    if (code === 0x3d) isValue = true;
    else if (code === 0x22 || code === 0x27) {
      if (isValue) return at;
    } else if (code > 0x20) isValue = false;
  }
  return -1;
}
