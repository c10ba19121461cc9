'use client';

import { useEffect } from 'react';
import { keysAreOn } from '#components/admin/shell/key-switch.ts';

const FIELDS = 'input:not([type="checkbox"]), textarea, select';

/** Opens the lists of moderation with the keys 1 to 5, in the order of their links. It shows nothing. */
export function ListKeys() {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!keysAreOn() || document.querySelector('dialog[open]')) return;
      if (event.target instanceof Element && event.target.closest(FIELDS)) return;
      const place = '12345'.indexOf(event.key);
      const link = document.querySelectorAll<HTMLElement>('[data-lists] a')[place];
      if (place < 0 || !link) return;
      event.preventDefault();
      link.click();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
  return null;
}
