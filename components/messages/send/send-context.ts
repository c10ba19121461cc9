import { createContext, use, useSyncExternalStore } from 'react';
import { nothingToSend, type SendHold, type SendState } from '#lib/web/messages/send-hold.ts';

/** The queue of messages that the user sends; null for a visitor. */
export const Sending = createContext<SendHold | null>(null);

export const useSending = (): SendHold | null => use(Sending);

const watchNothing = () => () => {};

/** Returns how many messages are waiting or have failed, for any page. */
export function useSendState(): SendState {
  const hold = useSending();
  return useSyncExternalStore(
    hold?.watch ?? watchNothing,
    () => hold?.state() ?? nothingToSend,
    () => nothingToSend,
  );
}
