'use client';

import { useEffect, useEffectEvent, useRef } from 'react';
import { openStorage } from '#lib/web/browser-storage.ts';
import { type KeptText, keepText, keptText } from '#lib/web/kept-text.ts';

const tab = () => openStorage(() => window.sessionStorage);

/**
 * Keeps what is being typed for as long as it is neither saved nor thrown away, and brings it back once to a page that
 * begins without it: after a reload, another thread in between, or a new sign-in.
 */
export function useKeptText(key: string, unsaved: KeptText | null, bring: (kept: KeptText) => void): void {
  const text = unsaved?.text;
  const version = unsaved?.version;
  const bringIt = useEffectEvent(bring);
  const isBrought = useRef(false);
  useEffect(() => {
    if (!isBrought.current) {
      isBrought.current = true;
      const kept = keptText(tab(), key);
      if (kept) return bringIt(kept);
    }
    keepText(tab(), key, text === undefined || version === undefined ? null : { text, version });
  }, [key, text, version]);
}

/** Whether a page before this one has left something typed. */
export const hasKeptText = (key: string): boolean => keptText(tab(), key) !== null;

/** What was typed is saved, or nobody wants it any more. */
export const forgetText = (key: string): void => keepText(tab(), key, null);
