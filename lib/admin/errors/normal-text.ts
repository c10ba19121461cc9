/** Longer texts are cut before they are read, because an error may carry a whole document. */
const MOST_READ = 2_000;
const MOST_KEPT = 500;

const quoted = /"[^"]*"|`[^`]*`|«[^»]*»|“[^”]*”|(?<![\p{L}\p{N}])'[^']*'/gu;
const word = /[^\s()[\]{}<>,;"'`|]+/g;
const id = /^[a-z]{2,4}_[\w-]{6,}$/i;
const digit = /\d/;
/** An id without a prefix: an order number, a hash, a UUID. */
const LEAST_ID_LENGTH = 8;

/**
 * Returns a text of at most 500 characters in which placeholders stand for addresses, URLs, quoted texts, ids and
 * numbers. Errors with one cause then have one text, and the text names nobody.
 */
export const normalText = (text: string): string =>
  cutAtWord(text)
    .replaceAll(quoted, '<text>')
    .replaceAll(word, placeholderOf)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MOST_KEPT)
    .toWellFormed();

/** Cuts before a word that would be cut through: half an address is still personal. */
function cutAtWord(text: string): string {
  if (text.length <= MOST_READ) return text;
  const head = text.slice(0, MOST_READ);
  return head.slice(0, Math.max(0, head.lastIndexOf(' ')));
}

function placeholderOf(text: string): string {
  if (text.includes('://') || /^(?:www\.|data:|blob:)/i.test(text)) return '<url>';
  if (text.includes('@')) return '<address>';
  const query = text.search(/\?./);
  if (query >= 0) return `${withoutNumbers(text.slice(0, query))}?<query>`;
  return withoutNumbers(text);
}

const withoutNumbers = (text: string): string =>
  text
    .split(/([/:=&.])/)
    .map((piece) => (isId(piece) ? '<id>' : piece.replaceAll(/\d+/g, '<n>')))
    .join('')
    .replaceAll(/<n>(?:[.:]<n>)+/g, '<n>');

const isId = (text: string): boolean => id.test(text) || (text.length >= LEAST_ID_LENGTH && isMixed(text));
/** Whether digits and letters are mixed. A number alone is a number. */
const isMixed = (text: string): boolean => digit.test(text) && /\p{L}/u.test(text);
