import { type HeaderField, headerWords } from './header-words.ts';

const fieldOf = new Map<string, HeaderField>();
for (const field of Object.keys(headerWords) as HeaderField[])
  for (const name of headerWords[field]) fieldOf.set(name, field);

/** Returns the header field that a line looks like ("From: …", "*Von:* …", "Envoyé le :…"), or null. */
export function headerFieldOf(body: string): HeaderField | null {
  if (!body.includes(':') && !body.includes('：')) return null;
  const match = /^[*_>\s]{0,6}([^\s:：*][^:：*]{0,30}?)\s?[*_]{0,2}\s?[:：]/u.exec(body);
  return fieldOf.get(match?.[1]?.trim().toLowerCase() ?? '') ?? null;
}
