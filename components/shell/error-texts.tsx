'use client';

import { createContext } from 'react';
import type { Texts } from '#lib/i18n/texts.ts';

/** The words of a page that failed, handed down beforehand: an error page cannot ask the server for them any more. */
export const ErrorTexts = createContext<Texts<'errors'> | null>(null);
