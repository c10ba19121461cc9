const color =
  /^(?:#[0-9a-f]{3,8}|[a-z]{3,30}|(?:rgb|hsl)a?\(\s{0,3}[\d.]{1,7}(?:deg)?%?(?:[\s,/]{1,4}[\d.]{1,7}%?){2,3}\s{0,3}\))$/i;
const length = /^(?:0|auto|\d{0,4}(?:\.\d{1,6})?(?:px|pt|em|rem|ex|ch|cm|mm|in|pc|%))$/i;
const lengths = /^(?:(?:0|auto|\d{0,4}(?:\.\d{1,6})?(?:px|pt|em|rem|ex|%))(?:\s{1,3}|$)){1,4}$/i;
/** A size above zero, because a program still reads text that a person cannot see. */
const someSize =
  /^(?:(?=[\d.]{0,9}[1-9])\d{0,3}(?:\.\d{1,6})?(?:px|pt|em|rem|ex|%)?|normal|(?:x{1,2}-)?(?:small|large)|medium|smaller|larger)$/i;
const word = /^[a-z-]{2,24}$/i;
const border =
  /^(?:(?:0|thin|medium|thick|none|hidden|dotted|dashed|solid|double|groove|ridge|inset|outset|inherit|initial|\d{0,2}(?:\.\d{1,4})?(?:px|pt|em)|#[0-9a-f]{3,8}|[a-z]{3,20}|rgba?\([\d\s,.%]{5,40}\))(?:\s{1,3}|$)){1,3}$/i;

const sides = ['top', 'right', 'bottom', 'left'];
const forEachSide = (stem: string, end: string, pattern: RegExp): [string, RegExp[]][] =>
  ['', ...sides].map((side) => [`${stem}${side && `-${side}`}${end}`, [pattern]]);

/** Allowed style properties with their patterns. None of them loads a resource, covers other content or hides text. */
const allowed = new Map<string, readonly RegExp[]>([
  ...['color', 'background-color', 'background'].map((name): [string, RegExp[]] => [name, [color]]),
  ['font-family', [/^[\p{L}\d\s,._-]{1,300}$/u]],
  ['font-size', [someSize]],
  ['line-height', [someSize]],
  ['letter-spacing', [/^(?:normal|-?\d?(?:\.\d{1,4})?(?:px|pt|em))$/i]],
  ...['font-weight', 'font-style', 'font-variant', 'text-transform', 'list-style-type', 'list-style-position'].map(
    (name): [string, RegExp[]] => [name, [word, /^[1-9]00$/]],
  ),
  ['text-decoration', [/^[a-z-]{2,24}(?:\s[a-z-]{2,24}){0,2}$/i]],
  ['text-align', [/^(?:left|right|center|justify|start|end)$/i]],
  ['vertical-align', [/^(?:baseline|sub|super|top|text-top|middle|bottom|text-bottom)$/i]],
  ['white-space', [/^(?:normal|nowrap|pre|pre-wrap|pre-line)$/i]],
  ['word-break', [word]],
  ['overflow-wrap', [word]],
  ['direction', [/^(?:ltr|rtl)$/i]],
  ['border-collapse', [word]],
  ['border-spacing', [lengths]],
  ['border-radius', [lengths]],
  ...['width', 'max-width', 'min-width', 'height'].map((name): [string, RegExp[]] => [name, [length]]),
  ...forEachSide('padding', '', lengths),
  ...forEachSide('margin', '', lengths),
  ...forEachSide('border', '', border),
  ...forEachSide('border', '-color', border),
  ...forEachSide('border', '-style', border),
  ...forEachSide('border', '-width', border),
]);

const MAX_STYLE_LENGTH = 8192;

/**
 * Returns a rewritten style attribute with only the allowed declarations. A value must match a pattern of its property.
 * Comments, escapes and strings match none.
 */
export function cleanStyle(style: string): string {
  if (style === '' || style.length > MAX_STYLE_LENGTH) return '';
  const kept: string[] = [];
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':');
    const name = declaration.slice(0, Math.max(0, colon)).trim().toLowerCase();
    const patterns = allowed.get(name);
    if (!patterns) continue;
    const value = declaration
      .slice(colon + 1)
      .replace(/!\s{0,9}important\s*$/i, '')
      .trim();
    // Font names need no quotes, and an unclosed quote would swallow the following text.
    const bare = name === 'font-family' ? value.replace(/["']/g, '') : value;
    if (patterns.some((pattern) => pattern.test(bare))) kept.push(`${name}:${bare}`);
  }
  return kept.join(';');
}
