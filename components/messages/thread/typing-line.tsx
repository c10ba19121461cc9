import { useMessages, usePeople } from '#components/messages/messages-context.ts';
import { personName } from '#components/messages/names.ts';
import { fill } from '#lib/i18n/fill.ts';
import type { Texts } from '#lib/i18n/texts.ts';

/** Shows who is typing. Its height is fixed, so that nothing moves when a user starts typing. */
export function TypingLine({
  conversationId,
  userIds,
}: {
  readonly conversationId: string;
  readonly userIds: readonly string[];
}) {
  const { texts, locale } = useMessages();
  const people = usePeople(conversationId, userIds.slice(0, 2));
  const names = userIds.slice(0, 2).map((id) => personName(people, id, texts));
  return (
    <p role="status" className="h-6 shrink-0 truncate px-4 text-sm text-muted">
      {sentence(names, userIds.length, texts, locale)}
    </p>
  );
}

function sentence(names: readonly string[], count: number, texts: Texts<'messages'>, locale: string): string | null {
  const [name = '', secondName = ''] = names;
  if (count === 0) return null;
  if (count === 1) return fill(texts.typing1, { name }, locale);
  return count === 2 ? fill(texts.typing2, { name, other: secondName }, locale) : texts.typingMany;
}
