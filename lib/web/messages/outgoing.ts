import type { MessageAttachment } from '#lib/messaging/schemas/message.ts';
import type { MessageType } from '#lib/messaging/values.ts';
import type { CartStorage } from '#lib/web/cart/guest-cart.ts';
import { outgoingKey } from './outgoing-storage.ts';

/** A message of the user before it has a place in the conversation. */
export type NewMessage = {
  readonly content: string;
  readonly type?: MessageType;
  readonly attachments?: readonly MessageAttachment[];
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly replyToId?: string | null;
};

/** A pending message. Under its key it can be sent any number of times and remains one message. */
export type Outgoing = Required<NewMessage> & {
  readonly key: string;
  readonly conversationId: string;
  /** When it was written, by this device's clock. */
  readonly at: string;
  readonly state: 'sending' | 'failed';
  /** Why it was not sent, in the server's words. Empty when there is no better reason to show. */
  readonly problem: string;
};

/** Returns a user's unsent messages in this browser, as an earlier page left them. */
export function readStoredOutgoing(storage: CartStorage, userId: string): readonly Outgoing[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(outgoingKey(userId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isOutgoing) : [];
  } catch {
    return [];
  }
}

/** Stores or deletes one message. Other tabs store theirs in the same place. */
export function storeOutgoing(storage: CartStorage, userId: string, key: string, outgoing: Outgoing | null): void {
  const others = readStoredOutgoing(storage, userId);
  const at = others.findIndex((message) => message.key === key);
  const kept =
    outgoing === null
      ? others.filter((message) => message.key !== key)
      : at < 0
        ? [...others, outgoing]
        : others.with(at, outgoing);
  if (kept.length === 0) storage.removeItem(outgoingKey(userId));
  else storage.setItem(outgoingKey(userId), JSON.stringify(kept));
}

const isOutgoing = (value: unknown): value is Outgoing => {
  if (typeof value !== 'object' || value === null) return false;
  const message = value as Partial<Outgoing>;
  const texts = [message.key, message.conversationId, message.content, message.at, message.type, message.problem];
  return (
    texts.every((text) => typeof text === 'string') &&
    Array.isArray(message.attachments) &&
    typeof message.metadata === 'object' &&
    (message.state === 'sending' || message.state === 'failed')
  );
};
