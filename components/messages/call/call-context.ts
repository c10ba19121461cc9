'use client';

import { createContext, use } from 'react';
import type { Texts } from '#lib/i18n/texts.ts';
import type { CallRequest } from '#lib/web/calls/call-state.ts';

type CallContext = { readonly texts: Texts<'call'>; readonly call: (request: CallRequest) => void };

/** Where pages ask for a call; null for a visitor. */
export const Calls = createContext<CallContext | null>(null);

/** How to call somebody from here; null where nobody is signed in. */
export const useCalls = (): CallContext | null => use(Calls);
