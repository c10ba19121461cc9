'use client';

import { createContext } from 'react';
import type { Texts } from '#lib/i18n/texts.ts';

/**
 * The texts of the error page. They are provided in advance, because an error page can no longer request them from the
 * server.
 */
export const ErrorTexts = createContext<Texts<'errors'> | null>(null);
