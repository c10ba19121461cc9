import { useOptimistic, useState, useTransition } from 'react';
import type { People } from '#lib/messaging/members/people.ts';
import type { MessageView } from '#lib/messaging/schemas/message.ts';
import type { RichAction, RichState, RichType } from '#lib/messaging/schemas/rich.ts';
import { afterAction } from './after-action.ts';

export type CardMessage = Pick<MessageView, 'id' | 'conversationId' | 'type' | 'senderId' | 'content' | 'metadata'>;
/** Applies an action to a message. Rejects with the API's error. */
export type Act = (action: RichAction) => Promise<void>;

export type CardProps = {
  readonly message: CardMessage;
  /** The reader's id. */
  readonly me: string;
  readonly people: People;
  readonly act: Act;
};

/**
 * Returns the state of a card. The card shows the result of an action at once and reverts when the server rejects the
 * action. The type of the message has chosen the card, so `Type` is that type.
 */
export function useCard<Type extends RichType>(message: CardMessage, me: string, act: Act) {
  const [metadata, foresee] = useOptimistic(message.metadata, (before, action: RichAction) => ({
    ...afterAction(message.type, before, action, me),
  }));
  const [problem, setProblem] = useState<unknown>(null);
  const [isBusy, start] = useTransition();

  const run = (action: RichAction) => {
    if (isBusy) return;
    start(async () => {
      foresee(action);
      setProblem(null);
      try {
        await act(action);
      } catch (error) {
        setProblem(error);
      }
    });
  };
  // The server validated the metadata against the schema of its type when the message was sent.
  return { state: metadata as unknown as RichState<Type>, isBusy, problem, run };
}
