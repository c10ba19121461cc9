import { useEffect, useEffectEvent, useRef } from 'react';
import { openStorage } from '#lib/web/browser-storage.ts';
import { type KeptText, keepText, keptText } from '#lib/web/kept-text.ts';

const tab = () => openStorage(() => window.sessionStorage);

/**
 * Stores typed text until it is saved or discarded. A page without that text restores it once: after a reload, after a
 * visit to another thread, or after a new sign-in.
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

/** Returns true when an earlier page has stored typed text. */
export const hasKeptText = (key: string): boolean => keptText(tab(), key) !== null;

/** Deletes stored text that was saved or discarded. */
export const forgetText = (key: string): void => keepText(tab(), key, null);
