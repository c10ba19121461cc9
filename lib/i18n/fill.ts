import { memoize } from '#lib/core/memoize.ts';

const rulesOf = memoize((locale) => new Intl.PluralRules(locale));
const numbersOf = memoize((locale) => new Intl.NumberFormat(locale));

type Values = Readonly<Record<string, string | number>>;

/**
 * Fills values into a message in the browser: `{name}` and `{count, plural, one {…} few {…} many {…} other {…}}` with
 * `#`. The shop's messages use nothing else, so shoppers do not load the 15 kB of a whole ICU parser. A test compares
 * the result with the real parser for every message of every language.
 */
export function fill(message: string, values: Values, locale: string): string {
  let text = '';
  let at = 0;
  while (at < message.length) {
    const open = message.indexOf('{', at);
    if (open < 0) return text + message.slice(at);
    const close = closingOf(message, open);
    text += message.slice(at, open) + argument(message.slice(open + 1, close), values, locale);
    at = close + 1;
  }
  return text;
}

function argument(inside: string, values: Values, locale: string): string {
  const [name = '', kind, ...rest] = inside.split(',');
  const value = values[name.trim()] ?? '';
  if (kind?.trim() !== 'plural') return String(value);
  const forms = formsOf(rest.join(','));
  const count = Number(value);
  const form = forms[`=${count}`] ?? forms[rulesOf(locale).select(count)] ?? forms.other ?? '';
  return fill(form.replaceAll('#', numbersOf(locale).format(count)), values, locale);
}

/** Parses `one {# item} other {# items}` into its forms by name. */
function formsOf(text: string): Readonly<Record<string, string>> {
  const forms: Record<string, string> = {};
  let at = 0;
  for (let open = text.indexOf('{'); open >= 0; open = text.indexOf('{', at)) {
    const close = closingOf(text, open);
    forms[text.slice(at, open).trim()] = text.slice(open + 1, close);
    at = close + 1;
  }
  return forms;
}

function closingOf(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}
