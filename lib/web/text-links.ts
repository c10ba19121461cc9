/** A part of a text for display: plain, or a link. */
export type TextPiece = { readonly text: string; readonly href: string | null };

/**
 * The most links in one text. Further addresses stay plain text, because each link is an element of the
 * server-rendered page.
 */
export const MOST_LINKS = 50;
/** A longer address stays plain text: a truncated one would lead elsewhere. */
const MAX_LINK = 2000;

// Each run of characters is consumed whole or tried from its first character only, so the work is linear in the text.
const ADDRESS =
  /\b(?:https?:\/\/|mailto:)[^\s<>"`\\]+|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}(?![\w-]|\.[\w-])/gi;
const closings = new Set(".,;:!?'»”…|");
const pairs: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
]);
const openings = new Set(pairs.values());

/**
 * Splits a text into its links (http, https, mailto and bare email addresses) and the text between them. The first
 * `most` addresses become links. The rest of the text is not searched.
 */
export function textPieces(text: string, most = MOST_LINKS): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let from = 0;
  let links = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    if (links === most) break;
    const shown = found.slice(0, endOfAddress(found));
    const href = hrefOf(shown);
    if (href === null) continue;
    if (index > from) pieces.push({ text: text.slice(from, index), href: null });
    pieces.push({ text: shown, href });
    links += 1;
    from = index + shown.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), href: null });
  return pieces;
}

/** Returns where an address ends: closing punctuation and a bracket opened before it belong to the text around it. */
function endOfAddress(address: string): number {
  // How many brackets of each pair are closed but not opened in the address.
  const extra = new Map<string, number>();
  const count = (pair: string | undefined, by: number) => pair && extra.set(pair, (extra.get(pair) ?? 0) + by);
  for (const sign of address) {
    count(pairs.get(sign), 1);
    count(openings.has(sign) ? sign : undefined, -1);
  }
  let end = address.length;
  for (; end > 0; end--) {
    const sign = address.charAt(end - 1);
    const pair = pairs.get(sign);
    const isOutside = pair === undefined ? closings.has(sign) : (extra.get(pair) ?? 0) > 0;
    if (!isOutside) break;
    count(pair, -1);
  }
  return end;
}

function hrefOf(shown: string): string | null {
  if (shown.length > MAX_LINK) return null;
  const address = /^(?:https?|mailto):/i.test(shown) ? shown : `mailto:${shown}`;
  if (!URL.canParse(address)) return null;
  const { protocol, href, pathname } = new URL(address);
  return protocol === 'mailto:' && pathname === '' ? null : href;
}
