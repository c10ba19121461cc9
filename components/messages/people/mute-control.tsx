import { useMessageTexts } from '#components/messages/message-texts.tsx';
import { useHasCome } from '#components/messages/use-has-come.ts';
import { whenText } from '#components/messages/when-text.ts';
import { Button } from '#components/ui/button.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { ConversationView } from '#lib/messaging/schemas/conversation.ts';
import { FOR_EVER } from '#lib/messaging/values.ts';
import type { ConversationCalls } from './use-conversation-calls.ts';

const HOUR_MS = 3_600_000;
const hours = [1, 8] as const;

type MuteControlProps = {
  readonly conversation: Pick<ConversationView, 'muted' | 'mutedUntil'>;
  readonly calls: ConversationCalls;
};

/** Mutes or unmutes a conversation. Messages of a muted conversation are still counted. */
export function MuteControl({ conversation: { muted, mutedUntil }, calls }: MuteControlProps) {
  const { locale, timeZone, ...words } = useMessageTexts();
  const texts = words.messagePeople;
  const isOver = useHasCome(mutedUntil);
  const isMuted = muted && !isOver;

  return (
    <section className="flex flex-col gap-3">
      <h3 className="text-lg">{texts.muteTitle}</h3>
      <p role="status" className="text-sm text-muted">
        {!isMuted && texts.muteNote}
        {isMuted && mutedUntil === FOR_EVER && texts.mutedForEver}
        {isMuted &&
          mutedUntil !== null &&
          mutedUntil !== FOR_EVER &&
          fill(texts.mutedUntil, { at: whenText(mutedUntil, { locale, timeZone }) }, locale)}
      </p>
      <div className="flex flex-wrap gap-2">
        {isMuted ? (
          <Button look="secondary" busy={calls.isBusy} onClick={() => calls.change({ muted: false })}>
            {texts.unmute}
          </Button>
        ) : (
          <>
            {hours.map((count) => (
              <Button
                key={count}
                look="secondary"
                busy={calls.isBusy}
                onClick={() =>
                  calls.change({ muted: true, mutedUntil: new Date(Date.now() + count * HOUR_MS).toISOString() })
                }
              >
                {fill(texts.muteFor, { count }, locale)}
              </Button>
            ))}
            <Button look="secondary" busy={calls.isBusy} onClick={() => calls.change({ muted: true })}>
              {texts.muteForEver}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}
