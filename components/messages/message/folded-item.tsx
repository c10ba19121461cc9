import { useMessages, usePeople } from '#components/messages/messages-context.ts';
import { personName } from '#components/messages/names.ts';
import { fill } from '#lib/i18n/fill.ts';
import type { ThreadRow } from '#lib/web/messages/thread-rows.ts';
import { MessageBody } from './message-body.tsx';
import { MoreButton } from './more-button.tsx';

/** Shows messages of blocked users collapsed until the reader opens them. */
export function FoldedItem({ row: { key, messages } }: { readonly row: Extract<ThreadRow, { kind: 'folded' }> }) {
  const { texts, clock, locale } = useMessages();
  const senders = [...new Set(messages.flatMap(({ senderId }) => senderId ?? []))];
  const people = usePeople(messages[0]?.conversationId ?? '', senders);
  return (
    <li data-row={key} data-unread={messages.at(-1)?.seq} className="message-row px-4 py-2">
      <details className="rounded-md border border-line text-sm text-muted">
        <summary className="min-h-11 px-3 py-3">{fill(texts.folded, { count: messages.length }, locale)}</summary>
        <ul className="flex flex-col gap-2 border-t border-line p-3">
          {messages.map((message) => {
            const name = personName(people, message.senderId ?? '', texts);
            const label = fill(texts.messageOf, { name, time: clock.full(message.createdAt) }, locale);
            return (
              <li key={message.id} className="flex items-start gap-2">
                <div className="min-w-0 grow">
                  <span className="font-medium">{name}</span>
                  <MessageBody message={message} />
                </div>
                {message.deletedAt === null && <MoreButton message={message} label={label} />}
              </li>
            );
          })}
        </ul>
      </details>
    </li>
  );
}
