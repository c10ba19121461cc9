import { mention } from '#lib/messaging/messages/mentions.ts';
import { MOST_LINKS, textPieces } from '#lib/web/text-links.ts';

/** A part of a message: plain text, a link, or a mention. */
export type MessagePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }
  | { readonly kind: 'mention'; readonly userId: string };

/** Splits a message into text, links and mentions. The first 50 addresses are links. */
export function partsOf(content: string): readonly MessagePart[] {
  const parts: MessagePart[] = [];
  let at = 0;
  let left = MOST_LINKS;
  const addText = (text: string) => {
    const added = textParts(text, left);
    left -= added.filter(({ kind }) => kind === 'link').length;
    parts.push(...added);
  };
  for (const { 0: mark, 1: userId = '', index } of content.matchAll(mention)) {
    addText(content.slice(at, index));
    parts.push({ kind: 'mention', userId });
    at = index + mark.length;
  }
  addText(content.slice(at));
  return parts;
}

const textParts = (text: string, mostLinks: number): MessagePart[] =>
  textPieces(text, mostLinks).map((piece) =>
    piece.href === null ? { kind: 'text', text: piece.text } : { kind: 'link', text: piece.text, href: piece.href },
  );

/** Returns the ids of the mentioned people, each once. */
export const namedIn = (content: string): readonly string[] => [
  ...new Set(Array.from(content.matchAll(mention), ([, id = '']) => id)),
];

/** Returns the message without marks: people by their current name. An unknown id stays as it is. */
export const plainText = (content: string, nameOf: (userId: string) => string | undefined): string =>
  content.replaceAll(mention, (mark, userId: string) => {
    const name = nameOf(userId);
    return name === undefined ? mark : `@${name}`;
  });
