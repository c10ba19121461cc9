import json from './html-entities/named.json' with { type: 'json' };
import type { NamedCharacters } from './html-entities/schema.ts';

/** The named characters that occur in mails; the full list has 2,231, and what is missing here is shown as it stands. */
export const namedCharacters: NamedCharacters = json;
const named = new Map(Object.entries(namedCharacters));

const MAX_LENGTH = 10;

/** Decodes `&name;`, `&#1234;` and `&#x4d2;`. Other text stays as it is. */
export function decodeEntities(text: string): string {
  let at = text.indexOf('&');
  if (at === -1) return text;
  let out = '';
  let from = 0;
  for (; at !== -1; at = text.indexOf('&', at + 1)) {
    let end = at + 1;
    while (end - at < MAX_LENGTH && isNamePart(text.charCodeAt(end))) end++;
    const decoded = characterOf(text.slice(at + 1, end));
    if (decoded === null) continue;
    out += text.slice(from, at) + decoded;
    // Old programs omit the semicolon.
    from = text.charCodeAt(end) === SEMICOLON ? end + 1 : end;
  }
  return out + text.slice(from);
}

const SEMICOLON = 0x3b;
const isNamePart = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) || code === 0x23;

function characterOf(name: string): string | null {
  if (!name.startsWith('#')) return named.get(name) ?? null;
  if (/^#\d{1,7}$/.test(name)) return fromCode(Number(name.slice(1)));
  return /^#x[0-9a-f]{1,6}$/i.test(name) ? fromCode(Number.parseInt(name.slice(2), 16)) : null;
}

/** Returns the character of a code. Surrogates, controls and codes beyond Unicode are invalid (HTML 13.2.5.80). */
function fromCode(code: number): string {
  const isChar = code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) && (code >= 0x20 || code === 9 || code === 10);
  return isChar ? String.fromCodePoint(code) : '\uFFFD';
}
