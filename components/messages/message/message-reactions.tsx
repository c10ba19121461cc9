import { useMessages, usePeople } from '#components/messages/messages-context.ts';
import { personName } from '#components/messages/names.ts';
import { useThread } from '#components/messages/thread/thread-context.ts';
import { fill } from '#lib/i18n/fill.ts';
import type { MessageView } from '#lib/messaging/schemas/message.ts';

const NAMED = 10;

/** Shows the reactions to a message. Pressing one adds or removes the user's own. */
export function MessageReactions({ message }: { readonly message: MessageView }) {
  const { me, texts, locale } = useMessages();
  const { react } = useThread();
  const given = Object.entries(message.reactions).filter(([, ids]) => ids.length > 0);
  const named = [...new Set(given.flatMap(([, ids]) => ids.slice(0, NAMED)))];
  const people = usePeople(message.conversationId, named);
  if (given.length === 0) return null;
  return (
    <ul aria-label={texts.reactions} className="-mt-1 flex flex-wrap gap-1">
      {given.map(([emoji, ids]) => {
        const names = ids.slice(0, NAMED).map((id) => (id === me.id ? texts.you : personName(people, id, texts)));
        const who = new Intl.ListFormat(locale).format(names);
        return (
          <li key={emoji}>
            <button
              type="button"
              aria-pressed={ids.includes(me.id)}
              aria-label={fill(texts.reactedBy, { emoji, count: ids.length, names: who }, locale)}
              title={who}
              onClick={() => react(message, emoji)}
              className="message-chip rounded-full border border-line bg-surface px-2 text-sm tabular-nums aria-pressed:border-primary aria-pressed:bg-primary-soft"
            >
              {emoji} {ids.length}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
