'use client';

import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { SIDE_PANEL } from './side-panel-id.ts';

/** Shows the panel next to a conversation: a column on wide screens, otherwise a drawer that a button opens. */
export function SidePanel({ children }: { readonly children: ReactNode }) {
  return (
    <aside id={SIDE_PANEL} popover="auto" aria-label="About this thread" className="inbox-side bg-background">
      <button
        type="button"
        popoverTarget={SIDE_PANEL}
        popoverTargetAction="hide"
        aria-label="Close"
        className="inbox-drawer-only ms-auto flex size-11 items-center justify-center rounded-md hover:bg-sunken"
      >
        <X aria-hidden className="size-5" />
      </button>
      {children}
    </aside>
  );
}
