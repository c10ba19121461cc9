import { mention } from '#lib/messaging/messages/mentions.ts';

/** A stretch of a message: plain text, a link that may be followed, or a person that was named. */
export type MessagePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }
  | { readonly kind: 'mention'; readonly userId: string };

const special = /<@((?!__[A-Za-z0-9_-]*__>)[A-Za-z0-9_-]{1,128})>|(?:https?:\/\/|mailto:)[^\s<>"]+/gi;
/** Ends the sentence, not the address. */
const closing = /[.,;:!?'»”…]+$/u;

/** Takes a message apart. Links are http, https and mailto; anything else stays the text it is. */
export function partsOf(content: string): readonly MessagePart[] {
  const parts: MessagePart[] = [];
  let at = 0;
  const text = (to: number) => {
    if (to > at) parts.push({ kind: 'text', text: content.slice(at, to) });
  };
  for (const match of content.matchAll(special)) {
    const [whole, userId] = match;
    if (userId !== undefined) {
      text(match.index);
      parts.push({ kind: 'mention', userId });
      at = match.index + whole.length;
      continue;
    }
    const address = trimmed(whole);
    const href = hrefOf(address);
    if (href === null) continue;
    text(match.index);
    parts.push({ kind: 'link', text: address, href });
    at = match.index + address.length;
  }
  text(content.length);
  return parts;
}

function trimmed(address: string): string {
  const bare = address.replace(closing, '');
  // A bracket that was opened outside closes outside.
  const isOpen = bare.split('(').length < bare.split(')').length;
  return isOpen && bare.endsWith(')') ? trimmed(bare.slice(0, -1)) : bare;
}

function hrefOf(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, href, hostname, pathname } = new URL(address);
  if (protocol === 'mailto:') return pathname === '' ? null : href;
  return (protocol === 'http:' || protocol === 'https:') && hostname !== '' ? href : null;
}

/** The ids of those a message names, each once. */
export const namedIn = (content: string): readonly string[] => [
  ...new Set(Array.from(content.matchAll(mention), ([, id = '']) => id)),
];

/** The same without marks: people by the name they have now; who has none given stays as they are. */
export const plainText = (content: string, nameOf: (userId: string) => string | undefined): string =>
  content.replaceAll(mention, (mark, userId: string) => {
    const name = nameOf(userId);
    return name === undefined ? mark : `@${name}`;
  });
