import { type RefObject, useEffect, useRef } from 'react';

/**
 * Focuses the first button of a container when its buttons change and the focused one is gone. The keyboard user can
 * then continue there instead of at the top of the page.
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
