const MAX_QUOTE_DEPTH = 10;
const MAX_LINK_LENGTH = 500;
const PIECE_LENGTH = 4096;

export type TextPage = ReturnType<typeof newTextPage>;

/**
 * Returns a page to write text on. Blanks are collapsed, line breaks are written before the next word, and quoted lines
 * are marked.
 */
export function newTextPage() {
  const out: Buffer[] = [];
  let last = '';
  let due = 0;
  let isEmpty = true;
  let isSpaceDue = false;
  let isLineStart = true;
  let quotes = 0;
  let kept = 0;
  let href: string | null = null;
  let linked = '';

  const startLine = (): void => {
    if (!isLineStart && due === 0) return;
    const mark = quotes > 0 ? '> '.repeat(Math.min(quotes, MAX_QUOTE_DEPTH)) : '';
    if (!isEmpty) for (let i = 0; i < due; i++) last += i > 0 && mark ? `${mark.trimEnd()}\n` : '\n';
    last += mark;
    isEmpty = false;
    due = 0;
    isLineStart = false;
    isSpaceDue = false;
  };
  const write = (words: string): void => {
    startLine();
    last += isSpaceDue ? ` ${words}` : words;
    isSpaceDue = false;
    // Millions of short strings that live until the end would keep the garbage collector busy. Bytes do not.
    if (last.length > PIECE_LENGTH) {
      out.push(Buffer.from(last));
      last = '';
    }
    if (href !== null && linked.length <= MAX_LINK_LENGTH) linked += words;
  };
  /** Requests at least `count` line breaks, or adds them. The maximum is one empty line. */
  const lineBreak = (count: number, isAdded = false): void => {
    if (isEmpty) return;
    due = isAdded ? Math.min(2, due + count) : Math.max(due, count);
    isSpaceDue = false;
  };
  const space = (): void => {
    if (due === 0 && !isLineStart) isSpaceDue = true;
  };
  const asTyped = (raw: string): void => {
    for (const [i, line] of raw.split('\n').entries()) {
      if (i > 0) lineBreak(1, true);
      if (line.trim() !== '') write(line.trimEnd());
    }
  };
  const text = (raw: string): void => {
    if (kept > 0) {
      asTyped(raw);
      return;
    }
    const bare = raw.trim();
    if (bare !== raw && isBlank(raw.charCodeAt(0))) space();
    if (bare === '') return;
    write(/[\t-\r\u00a0\u2000-\u200a]| {2}/.test(bare) ? bare.replace(/\s+/g, ' ') : bare);
    if (bare !== raw && isBlank(raw.charCodeAt(raw.length - 1))) space();
  };
  return {
    text,
    space,
    break: lineBreak,
    picture: (words: string) => {
      if (words === '') return;
      space();
      write(`[${words}]`);
      space();
    },
    quote: (step: number) => {
      quotes = Math.max(0, quotes + step);
    },
    keepBlanks: (step: number) => {
      kept = Math.max(0, kept + step);
    },
    /** Writes the address after the link text unless the text already contains it. Null ends the link. */
    link: (target: string | null) => {
      if (href !== null && linked !== '' && !linked.includes(href.replace(/^mailto:|\/$/g, ''))) {
        space();
        write(`<${href}>`);
      }
      const isShown = target !== null && target.length <= MAX_LINK_LENGTH && /^(?:https?:|mailto:)/i.test(target);
      href = isShown ? target : null;
      linked = '';
    },
    done: () =>
      Buffer.concat([...out, Buffer.from(last)])
        .toString()
        .trimEnd(),
  };
}

/** Returns true also for the blanks of other widths, such as `&ensp;`. */
const isBlank = (code: number): boolean => code <= 0x20 || code === 0xa0 || (code >= 0x2000 && code <= 0x200a);
