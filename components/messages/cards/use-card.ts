'use client';

import { useOptimistic, useState, useTransition } from 'react';
import type { People } from '#lib/messaging/members/people.ts';
import type { MessageView } from '#lib/messaging/schemas/message.ts';
import type { RichAction, RichState, RichType } from '#lib/messaging/schemas/rich.ts';
import { afterAction } from './after-action.ts';

export type CardMessage = Pick<MessageView, 'id' | 'conversationId' | 'type' | 'senderId' | 'content' | 'metadata'>;
/** Does something with a message; rejects with the API's refusal. */
export type Act = (action: RichAction) => Promise<void>;

export type CardProps = {
  readonly message: CardMessage;
  /** The reader's id. */
  readonly me: string;
  readonly people: People;
  readonly act: Act;
};

/**
 * A card as its reader sees it: what one does shows at once, and is put back when the server refuses. `Type` is that of
 * the message, which the card was chosen by.
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
  // The server checked it against the schema of its type when it was sent.
  return { state: metadata as unknown as RichState<Type>, isBusy, problem, run };
}
