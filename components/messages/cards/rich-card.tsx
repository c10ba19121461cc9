import { useMessageTexts } from '#components/messages/message-texts.tsx';
import type { People } from '#lib/messaging/members/people.ts';
import { EnvCard } from './env-card.tsx';
import { JarCard } from './jar-card.tsx';
import { PaymentCard } from './payment-card.tsx';
import { PollCard } from './poll-card.tsx';
import { RsvpCard } from './rsvp-card.tsx';
import { ShareCard } from './share-card.tsx';
import { systemText } from './system-text.ts';
import { TaskCard } from './task-card.tsx';
import type { CardMessage, CardProps } from './use-card.ts';

/** Shows the card of a rich message. Returns null for messages with only text and files. */
export function RichCard(props: CardProps) {
  switch (props.message.type) {
    case 'system':
      return <SystemLine {...props} />;
    case 'payment_request':
      return <PaymentCard {...props} />;
    case 'env_request':
      return <EnvCard {...props} />;
    case 'task':
      return <TaskCard {...props} />;
    case 'poll':
      return <PollCard {...props} />;
    case 'rsvp':
      return <RsvpCard {...props} />;
    case 'dao_jar':
      return <JarCard {...props} />;
    case 'share_card':
      return <ShareCard {...props} />;
    case 'text':
    case 'image':
    case 'file':
      return null;
  }
}

type SystemLineProps = { readonly message: CardMessage; readonly me: string; readonly people: People };

/** Shows a system message between the messages of a conversation. */
function SystemLine({ message, me, people }: SystemLineProps) {
  const { locale, messageNames, messageCards: texts } = useMessageTexts();
  const said = systemText(message, { texts, locale, words: messageNames, people, me });
  return <p className="mx-auto max-w-prose px-4 py-1 text-center text-sm text-muted wrap-anywhere">{said}</p>;
}
