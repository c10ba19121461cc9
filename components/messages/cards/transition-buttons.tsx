import { useMessageTexts } from '#components/messages/message-texts.tsx';
import { Button } from '#components/ui/button.tsx';
import type { Metadata } from '#lib/messaging/cards/rich-transitions.ts';
import type { RichAction } from '#lib/messaging/schemas/rich.ts';
import { availableTransitions } from './after-action.ts';
import type { CardMessage } from './use-card.ts';

type Plain = Exclude<RichAction['action'], 'vote' | 'respond' | 'close'>;
const isPlain = (action: RichAction['action']): action is Plain =>
  action !== 'vote' && action !== 'respond' && action !== 'close';

type TransitionButtonsProps = {
  readonly message: CardMessage;
  /** The metadata as the card shows it. */
  readonly state: object;
  readonly me: string;
  readonly isBusy: boolean;
  readonly onTransition: (action: RichAction) => void;
};

/** Shows the buttons for the status changes that the user may make now. */
export function TransitionButtons({ message, state, me, isBusy, onTransition }: TransitionButtonsProps) {
  const texts = useMessageTexts().messageCards;
  const shown = { ...message, metadata: { ...state } as Metadata };
  const words: Readonly<Record<Plain, string>> = {
    cancel: texts.act_cancel,
    'mark-paid': texts.act_markPaid,
    decline: texts.act_decline,
    provide: texts.act_provide,
    start: texts.act_start,
    done: texts.act_done,
    reopen: texts.act_reopen,
  };
  // Actions that go forward come first, and the one that withdraws comes last.
  const transitions = availableTransitions(shown, me, new Date().toISOString()).filter(isPlain);
  return transitions.map((action) => (
    <Button
      key={action}
      look={action === 'done' || action === 'provide' || action === 'mark-paid' ? 'primary' : 'secondary'}
      busy={isBusy}
      onClick={() => onTransition({ action })}
    >
      {words[action]}
    </Button>
  ));
}
