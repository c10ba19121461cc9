import { Check, CheckCheck } from 'lucide-react';
import { PersonAvatar } from '#components/messages/avatar.tsx';
import { useMessages, usePeople } from '#components/messages/messages-context.ts';
import { personName } from '#components/messages/names.ts';
import { fill } from '#lib/i18n/fill.ts';
import type { ConversationView } from '#lib/messaging/schemas/conversation.ts';
import type { MessageView } from '#lib/messaging/schemas/message.ts';
import type { Reads } from '#lib/web/messages/thread-store.ts';

const MOST_FACES = 5;

type ReceiptsProps = {
  readonly conversation: ConversationView;
  readonly message: MessageView;
  readonly reads: Reads;
};

/** Shows below the user's newest message that it was sent, and which members have read it, as far as they share that. */
export function Receipts({ conversation, message, reads }: ReceiptsProps) {
  const { me, texts, locale } = useMessages();
  const readers = conversation.participantIds.filter((id) => id !== me.id && (reads[id] ?? 0) >= message.seq);
  const isBetweenTwo = conversation.participantIds.length <= 2;
  const people = usePeople(conversation.id, isBetweenTwo ? [] : readers.slice(0, MOST_FACES));
  if (!me.readReceipts && isBetweenTwo) return <Sent text={texts.sent} />;
  if (isBetweenTwo)
    return readers.length === 0 ? (
      <Sent text={texts.sent} />
    ) : (
      <span className="flex items-center gap-1 text-xs text-primary">
        <CheckCheck aria-hidden className="size-4" />
        {texts.read}
      </span>
    );
  if (readers.length === 0) return <Sent text={texts.sent} />;
  const names = readers.slice(0, MOST_FACES).map((id) => personName(people, id, texts));
  const rest = readers.length - names.length;
  return (
    <span
      role="img"
      aria-label={fill(texts.readBy, { names: new Intl.ListFormat(locale).format(names), count: rest }, locale)}
      className="flex items-center -space-x-1"
    >
      {readers.slice(0, MOST_FACES).map((id, at) => (
        <PersonAvatar key={id} person={people[id]} name={names[at] ?? ''} size="tiny" />
      ))}
      {rest > 0 && <span className="ps-2 text-xs text-muted">+{rest}</span>}
    </span>
  );
}

const Sent = ({ text }: { readonly text: string }) => (
  <span className="flex items-center gap-1 text-xs text-muted">
    <Check aria-hidden className="size-4" />
    {text}
  </span>
);
