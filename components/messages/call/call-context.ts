import { createContext, use } from 'react';
import type { Texts } from '#lib/i18n/texts.ts';
import type { CallRequest } from '#lib/web/calls/call-state.ts';

type CallContext = { readonly texts: Texts<'call'>; readonly call: (request: CallRequest) => void };

/** Lets pages start a call; null for a visitor. */
export const Calls = createContext<CallContext | null>(null);

/** Returns how to call a user from this page; null when no user is signed in. */
export const useCalls = (): CallContext | null => use(Calls);
