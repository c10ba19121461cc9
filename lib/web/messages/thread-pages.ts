import type { MessageView } from '#lib/messaging/schemas/message.ts';
import type { MessagePage } from '#lib/messaging/schemas/message-input.ts';

/** The most messages shown at once. The others are loaded by scrolling. */
export const MOST_SHOWN = 300;

/** The shown part of a conversation: consecutive messages, oldest first, and whether there are more on either side. */
export type ThreadPages = {
  readonly messages: readonly MessageView[];
  readonly hasBefore: boolean;
  readonly hasAfter: boolean;
};

export const noPages: ThreadPages = { messages: [], hasBefore: false, hasAfter: false };

export const pagesOf = ({ messages, pagination }: MessagePage): ThreadPages => ({
  messages,
  hasBefore: pagination.hasMoreBefore,
  hasAfter: pagination.hasMoreAfter,
});

export const firstSeq = ({ messages }: ThreadPages): number => messages[0]?.seq ?? 0;
export const lastSeq = ({ messages }: ThreadPages): number => messages.at(-1)?.seq ?? 0;

/** Returns the later of two states of a message. */
const laterOf = (held: MessageView, come: MessageView): MessageView => (come.rev >= held.rev ? come : held);

function merged(first: readonly MessageView[], second: readonly MessageView[]): MessageView[] {
  const byId = new Map(first.map((message) => [message.id, message]));
  for (const message of second) {
    const held = byId.get(message.id);
    byId.set(message.id, held ? laterOf(held, message) : message);
  }
  return [...byId.values()].sort((a, b) => a.seq - b.seq);
}

/** Adds an older page in front. The excess is removed at the other end. */
export function withOlder(pages: ThreadPages, page: MessagePage): ThreadPages {
  const messages = merged(pages.messages, page.messages);
  const kept = messages.slice(0, MOST_SHOWN);
  return {
    messages: kept,
    hasBefore: page.pagination.hasMoreBefore,
    hasAfter: pages.hasAfter || kept.length < messages.length,
  };
}

/** Adds a newer page at the end. The excess is removed in front. */
export function withNewer(pages: ThreadPages, page: MessagePage): ThreadPages {
  const messages = merged(pages.messages, page.messages);
  const kept = messages.slice(-MOST_SHOWN);
  return {
    messages: kept,
    hasBefore: pages.hasBefore || kept.length < messages.length,
    hasAfter: page.pagination.hasMoreAfter,
  };
}

/**
 * Adds one message from a response or an event: a known one in its later state, a new one at the end. While the end
 * is not shown, new messages are left to the page that will show them.
 */
export function withMessage(pages: ThreadPages, message: MessageView): ThreadPages {
  const isKnown = pages.messages.some(({ id }) => id === message.id);
  if (isKnown)
    return {
      ...pages,
      messages: pages.messages.map((held) => (held.id === message.id ? laterOf(held, message) : held)),
    };
  const isInside = message.seq > firstSeq(pages) || pages.messages.length === 0;
  if (!isInside || (pages.hasAfter && message.seq > lastSeq(pages))) return pages;
  const messages = merged(pages.messages, [message]);
  const kept = messages.slice(-MOST_SHOWN);
  return { ...pages, messages: kept, hasBefore: pages.hasBefore || kept.length < messages.length };
}

/**
 * Adds the newest page after a break. It is joined to the shown messages if they touch, and replaces them if there
 * may be a gap. A reader of old messages stays there.
 */
export function withNewest(pages: ThreadPages, page: MessagePage): ThreadPages {
  if (pages.hasAfter) return { ...pages, messages: pages.messages.map((held) => find(page, held)) };
  const from = page.messages[0]?.seq ?? 1;
  const touches = pages.messages.length > 0 && from <= endOfRun(pages) + 1;
  if (!touches) {
    // Events during the request may be newer than the page.
    const told = pages.messages.filter(({ seq }) => seq >= from);
    return { ...pagesOf(page), messages: merged(page.messages, told) };
  }
  return withNewer(pages, page);
}

/** Returns where the consecutive messages end before the first missing one. Events after a break come after a gap. */
function endOfRun({ messages }: ThreadPages): number {
  const broken = messages.findIndex(({ seq }, at) => at > 0 && seq !== (messages[at - 1]?.seq ?? 0) + 1);
  return messages[broken === -1 ? messages.length - 1 : broken - 1]?.seq ?? 0;
}

const find = ({ messages }: MessagePage, held: MessageView): MessageView => {
  const come = messages.find(({ id }) => id === held.id);
  return come ? laterOf(held, come) : held;
};
