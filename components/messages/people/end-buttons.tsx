import { useState } from 'react';
import { useMessageTexts } from '#components/messages/message-texts.tsx';
import { Button } from '#components/ui/button.tsx';
import { OpenDialog } from '#components/ui/open-dialog.tsx';
import type { ConversationView } from '#lib/messaging/schemas/conversation.ts';
import type { ConversationCalls } from './use-conversation-calls.ts';

type EndButtonsProps = { readonly conversation: ConversationView; readonly calls: ConversationCalls };
type Way = 'hide' | 'leave' | 'deleteAll';

/** Shows the ways to end a conversation. Each explains its effect before it acts. */
export function EndButtons({ conversation: { type, role }, calls }: EndButtonsProps) {
  const texts = useMessageTexts().messagePeople;
  const [asked, ask] = useState<Way | null>(null);
  const ways: readonly Way[] = [
    type === 'direct' ? 'hide' : 'leave',
    ...(type === 'group' && role === 'owner' ? (['deleteAll'] as const) : []),
  ];

  return (
    <>
      {ways.map((way) => (
        <Button key={way} look="danger" aria-haspopup="dialog" onClick={() => ask(way)}>
          {texts[`end_${way}`]}
        </Button>
      ))}
      {asked !== null && (
        <OpenDialog title={texts[`end_${asked}`]} closeLabel={texts.close} onClose={() => ask(null)}>
          {(close) => (
            <div className="flex flex-col gap-5 p-5">
              <p>{texts[`endNote_${asked}`]}</p>
              <div className="flex flex-wrap gap-3">
                <Button
                  look="danger"
                  onClick={() => {
                    close();
                    calls.end(asked === 'deleteAll' ? 'all' : undefined);
                  }}
                >
                  {texts[`end_${asked}`]}
                </Button>
                <Button look="secondary" onClick={close}>
                  {texts.stay}
                </Button>
              </div>
            </div>
          )}
        </OpenDialog>
      )}
    </>
  );
}
