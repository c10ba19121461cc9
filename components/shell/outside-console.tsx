'use client';

import { useSelectedLayoutSegment } from 'next/navigation';
import type { ReactNode } from 'react';

type OutsideConsoleProps = {
  /** Whether this person may open the console. Anyone else sees the shop around the refusal. */
  readonly isAdmin: boolean;
  readonly children: ReactNode;
};

/** Shows the shop's header or footer everywhere but in the console, which has a layout of its own. */
export function OutsideConsole({ isAdmin, children }: OutsideConsoleProps) {
  const group = useSelectedLayoutSegment();
  return isAdmin && group === '(admin)' ? null : children;
}
