import { useEffect, useEffectEvent, useRef } from 'react';
import { openStorage } from '#lib/web/browser-storage.ts';
import { readUnsavedText, storeUnsavedText, type UnsavedText } from '#lib/web/unsaved-text.ts';

const tab = () => openStorage(() => window.sessionStorage);

/**
 * Stores typed text until it is saved or discarded. A page without that text restores it once: after a reload, after a
 * visit to another thread, or after a new sign-in.
 */
export function useUnsavedText(key: string, unsaved: UnsavedText | null, bring: (kept: UnsavedText) => void): void {
  const text = unsaved?.text;
  const version = unsaved?.version;
  const bringIt = useEffectEvent(bring);
  const isBrought = useRef(false);
  useEffect(() => {
    if (!isBrought.current) {
      isBrought.current = true;
      const kept = readUnsavedText(tab(), key);
      if (kept) return bringIt(kept);
    }
    storeUnsavedText(tab(), key, text === undefined || version === undefined ? null : { text, version });
  }, [key, text, version]);
}

/** Returns true when an earlier page has stored typed text. */
export const hasUnsavedText = (key: string): boolean => readUnsavedText(tab(), key) !== null;

/** Deletes stored text that was saved or discarded. */
export const clearUnsavedText = (key: string): void => storeUnsavedText(tab(), key, null);

/** Returns the key under which the text of an unsaved new reply is stored. */
export const newTextOf = (threadId: string): string => `new ${threadId}`;
