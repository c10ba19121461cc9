'use client';

import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLate } from '#components/ui/use-late.ts';
import { hrefOfKey } from './console-pages.ts';
import { isHeldDown, keyOf, opensPalette } from './console-press.ts';
import type { HostTexts } from './host-texts.ts';
import { keysAreOn } from './key-switch.ts';
import { LateNotice } from './late-notice.tsx';
import { OPEN_PALETTE } from './open-palette.ts';
import { focusRow, focusSearch, pickRow, pressShortcut } from './rows.ts';

const FIELDS = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]';
/** The second key of a shortcut must follow the first within this time. */
const HELD_MS = 1500;

/** The dialogs. Each is loaded when it is opened for the first time. */
type Part = 'palette' | 'help';

type ConsoleHostProps = { readonly isSuperadmin: boolean; readonly texts: HostTexts };

/**
 * Listens for the shortcuts of the console and shows the palette and the help. It listens on the window, so that the
 * shortcuts of a page, which listen on the document, come first.
 */
export function ConsoleHost({ isSuperadmin, texts }: ConsoleHostProps) {
  const router = useRouter();
  const [open, setOpen] = useState<Part | null>(null);
  const late = {
    palette: useLate(() => import('./palette.tsx')),
    help: useLate(() => import('./console-help.tsx')),
  };
  const held = useRef({ key: '', at: 0 });

  const show = (part: Part): true => {
    setOpen(part);
    late[part].load();
    return true;
  };
  const obey = useEffectEvent((key: string, at: number): boolean => {
    const isSecond = held.current.key === 'g' && at - held.current.at < HELD_MS;
    held.current = { key: isSecond ? '' : key, at };
    if (isSecond) {
      const href = hrefOfKey(key, isSuperadmin);
      if (href) router.push(href);
      return href !== null;
    }
    if (key === '?') return show('help');
    if (key === '/') return focusSearch() || show('palette');
    if (key === 'j' || key === 'k') return focusRow(key === 'j' ? 1 : -1);
    if (key === 'x') return pickRow();
    return pressShortcut(key);
  });
  const openPalette = useEffectEvent(() => show('palette'));

  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]')) return;
      if (opensPalette(event)) {
        event.preventDefault();
        openPalette();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || !keysAreOn()) return;
      if (isHeldDown(event)) return;
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

  // A dialog reports that it has closed only after another one may have been opened from it.
  const closeOf = (part: Part) => () => setOpen((now) => (now === part ? null : now));
  const { Palette } = late.palette.part ?? {};
  const { ConsoleHelp } = late.help.part ?? {};
  return (
    <>
      {open === 'palette' && Palette && (
        <Palette
          isSuperadmin={isSuperadmin}
          texts={texts}
          onGo={(href) => router.push(href as Route)}
          onHelp={() => show('help')}
          onClose={closeOf('palette')}
        />
      )}
      {open === 'help' && ConsoleHelp && (
        <ConsoleHelp isSuperadmin={isSuperadmin} texts={texts} onClose={closeOf('help')} />
      )}
      {open !== null && late[open].hasFailed && (
        <LateNotice texts={texts.shell} onRetry={late[open].load} onClose={closeOf(open)} />
      )}
    </>
  );
}
