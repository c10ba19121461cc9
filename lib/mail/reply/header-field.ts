import type { HeaderField } from './words/schema.ts';
import { replyWords } from './words.ts';

const fieldOf = new Map<string, HeaderField>();
for (const field of Object.keys(replyWords.fields) as HeaderField[])
  for (const name of replyWords.fields[field]) fieldOf.set(name, field);

/** Returns the header field that a line looks like ("From: …", "*Von:* …", "Envoyé le :…"), or null. */
export function headerFieldOf(body: string): HeaderField | null {
  if (!body.includes(':') && !body.includes('：')) return null;
  const match = /^[*_>\s]{0,6}([^\s:：*][^:：*]{0,30}?)\s?[*_]{0,2}\s?[:：]/u.exec(body);
  return fieldOf.get(match?.[1]?.trim().toLowerCase() ?? '') ?? null;
}
