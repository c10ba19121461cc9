'use client';

import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { hrefOfKey } from './console-pages.ts';
import { keyOf, opensPalette } from './console-press.ts';
import type { HostTexts } from './host-texts.ts';
import { keysAreOn } from './key-switch.ts';
import { OPEN_PALETTE } from './open-palette.ts';
import { focusRow, focusSearch, pickRow, pressShortcut } from './rows.ts';

// Both are loaded on their first opening.
const Palette = lazy(() => import('./palette.tsx').then((m) => ({ default: m.Palette })));
const ConsoleHelp = lazy(() => import('./console-help.tsx').then((m) => ({ default: m.ConsoleHelp })));

const FIELDS = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]';
/** The second key of a shortcut must follow the first within this time. */
const HELD_MS = 1500;

type ConsoleHostProps = { readonly isSuperadmin: boolean; readonly texts: HostTexts };

/**
 * Listens for the shortcuts of the console and shows the palette and the help. It listens on the window, so that the
 * shortcuts of a page, which listen on the document, come first.
 */
export function ConsoleHost({ isSuperadmin, texts }: ConsoleHostProps) {
  const router = useRouter();
  const [open, setOpen] = useState<'palette' | 'help' | null>(null);
  const held = useRef({ key: '', at: 0 });

  const obey = useEffectEvent((key: string, at: number): boolean => {
    const isSecond = held.current.key === 'g' && at - held.current.at < HELD_MS;
    held.current = { key: isSecond ? '' : key, at };
    if (isSecond) {
      const href = hrefOfKey(key, isSuperadmin);
      if (href) router.push(href);
      return href !== null;
    }
    if (key === '?') setOpen('help');
    if (key === '/') return focusSearch() || openPalette();
    if (key === 'j' || key === 'k') return focusRow(key === 'j' ? 1 : -1);
    if (key === 'x') return pickRow();
    return key === '?' || pressShortcut(key);
  });
  const openPalette = useEffectEvent((): true => {
    setOpen('palette');
    return true;
  });

  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]')) return;
      if (opensPalette(event)) {
        event.preventDefault();
        openPalette();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || !keysAreOn()) return;
      if (event.target instanceof Element && event.target.closest(FIELDS)) return;
      if (obey(keyOf(event), event.timeStamp)) event.preventDefault();
    };
    const asked = () => void openPalette();
    window.addEventListener('keydown', pressed);
    document.addEventListener(OPEN_PALETTE, asked);
    return () => {
      window.removeEventListener('keydown', pressed);
      document.removeEventListener(OPEN_PALETTE, asked);
    };
  }, []);

  const close = () => setOpen(null);
  return (
    <Suspense>
      {open === 'palette' && (
        <Palette
          isSuperadmin={isSuperadmin}
          texts={texts}
          onGo={(href) => router.push(href as Route)}
          onHelp={() => setOpen('help')}
          onClose={close}
        />
      )}
      {open === 'help' && <ConsoleHelp isSuperadmin={isSuperadmin} texts={texts} onClose={close} />}
    </Suspense>
  );
}
