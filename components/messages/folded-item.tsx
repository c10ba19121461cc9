'use client';

import { fill } from '#lib/web/i18n/fill.ts';
import type { ThreadRow } from '#lib/web/messages/thread-rows.ts';
import { MessageBody } from './message-body.tsx';
import { useMessages, usePeople } from './messages-context.ts';
import { personName } from './names.ts';

/** Messages of people the reader has blocked, out of the way until they are wanted. */
export function FoldedItem({ row: { key, messages } }: { readonly row: Extract<ThreadRow, { kind: 'folded' }> }) {
  const { texts, locale } = useMessages();
  const senders = [...new Set(messages.flatMap(({ senderId }) => senderId ?? []))];
  const people = usePeople(messages[0]?.conversationId ?? '', senders);
  return (
    <li data-row={key} data-unread={messages.at(-1)?.seq} className="message-row px-4 py-2">
      <details className="rounded-md border border-line text-sm text-muted">
        <summary className="min-h-11 px-3 py-3">{fill(texts.folded, { count: messages.length }, locale)}</summary>
        <ul className="flex flex-col gap-2 border-t border-line p-3">
          {messages.map((message) => (
            <li key={message.id}>
              <span className="font-medium">{personName(people, message.senderId ?? '', texts)}</span>
              <MessageBody message={message} />
            </li>
          ))}
        </ul>
      </details>
    </li>
  );
}
