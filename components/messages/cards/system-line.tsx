import { useMessageTexts } from '#components/messages/message-texts.tsx';
import type { People } from '#lib/messaging/members/people.ts';
import { systemText } from './system-text.ts';
import type { CardMessage } from './use-card.ts';

type SystemLineProps = { readonly message: CardMessage; readonly me: string; readonly people: People };

/** Shows a system message between the messages of a conversation. */
export function SystemLine({ message, me, people }: SystemLineProps) {
  const { locale, messageNames, messageCards: texts } = useMessageTexts();
  const said = systemText(message, { texts, locale, words: messageNames, people, me });
  return <p className="mx-auto max-w-prose px-4 py-1 text-center text-sm text-muted wrap-anywhere">{said}</p>;
}
