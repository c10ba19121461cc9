import { useMessages, usePeople } from '#components/messages/messages-context.ts';
import { personName } from '#components/messages/names.ts';
import { namedIn, partsOf } from '#lib/web/messages/message-parts.ts';

/** Shows the text of a message, with safe links and the current names of mentioned users. */
export function MessageText({
  conversationId,
  content,
}: {
  readonly conversationId: string;
  readonly content: string;
}) {
  const { texts, me } = useMessages();
  const parts = partsOf(content);
  const people = usePeople(conversationId, namedIn(content));
  let at = 0;
  return (
    <p className="whitespace-pre-wrap wrap-anywhere">
      {parts.map((part) => {
        const key = `${at++}`;
        if (part.kind === 'text') return part.text;
        if (part.kind === 'link')
          return (
            <a
              key={key}
              href={part.href}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className="underline underline-offset-2"
            >
              {part.text}
            </a>
          );
        return (
          <span
            key={key}
            className={
              part.userId === me.id ? 'rounded-sm bg-warning-soft font-semibold text-warning' : 'font-semibold'
            }
          >
            @{personName(people, part.userId, texts)}
          </span>
        );
      })}
    </p>
  );
}
