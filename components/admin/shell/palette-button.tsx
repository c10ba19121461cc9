'use client';

import type { ReactNode } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import { iconButtonClass } from '#components/ui/popover-menu.tsx';
import { openPalette } from './open-palette.ts';

type PaletteButtonProps = { readonly label: string; readonly icon: ReactNode; readonly isWide?: boolean };

/** Opens the palette, `isWide` with its name and its key. */
export const PaletteButton = ({ label, icon, isWide = false }: PaletteButtonProps) => (
  <button
    type="button"
    onClick={openPalette}
    title={label}
    aria-keyshortcuts="Control+K Meta+K"
    className={classNames('needs-script', isWide ? 'console-link border border-line' : `ms-auto ${iconButtonClass}`)}
  >
    {icon}
    <span className={isWide ? 'console-name text-start' : 'sr-only'}>{label}</span>
    {isWide && (
      <kbd aria-hidden className="console-hint font-mono text-xs text-muted">
        Ctrl K
      </kbd>
    )}
  </button>
);
