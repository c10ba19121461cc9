'use client';

import { createContext, use, useSyncExternalStore } from 'react';
import { nothingToSend, type SendHold, type SendState } from '#lib/web/messages/send-hold.ts';

/** What holds the messages a person sends; null for a visitor. */
export const Sending = createContext<SendHold | null>(null);

export const useSending = (): SendHold | null => use(Sending);

const watchNothing = () => () => {};

/** How many messages wait or were given up, on any page. */
export function useSendState(): SendState {
  const hold = useSending();
  return useSyncExternalStore(
    hold?.watch ?? watchNothing,
    () => hold?.state() ?? nothingToSend,
    () => nothingToSend,
  );
}
