'use client';

import { type RefObject, useEffect, useRef } from 'react';

/**
 * Gives the focus to the first button of a place whose buttons have changed, when the one that had it is gone: whoever
 * has just pressed one presses the next, and does not begin again at the top of the page.
 */
export function useFocusKept(place: RefObject<HTMLElement | null>, buttons: string): void {
  const before = useRef(buttons);
  useEffect(() => {
    if (before.current === buttons) return;
    before.current = buttons;
    if (document.activeElement !== document.body) return;
    place.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [place, buttons]);
}
