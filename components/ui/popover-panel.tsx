'use client';

import type { MouseEvent, ReactNode } from 'react';

type PopoverPanelProps = { readonly id: string; readonly children: ReactNode };

/**
 * Shows the panel of a `PopoverMenu`. A client-side navigation keeps the panel mounted, so a click on a link or button
 * in it closes it.
 */
export function PopoverPanel({ id, children }: PopoverPanelProps) {
  const followed = ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
    if (target instanceof Element && target.closest('a, button')) currentTarget.hidePopover();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handler only listens to the links and buttons inside.
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link pressed with a key is a click as well.
    <div
      id={id}
      popover="auto"
      onClick={followed}
      className="popover-menu motion-fade min-w-48 rounded-md border border-line bg-surface p-1.5 shadow-lift"
    >
      {children}
    </div>
  );
}
