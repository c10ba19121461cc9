'use client';

import { useSelectedLayoutSegment } from 'next/navigation';
import type { ReactNode } from 'react';

type OutsideConsoleProps = {
  /** The route groups with a layout of their own that this person may open. Anyone else sees the shop around a refusal. */
  readonly consoles: readonly string[];
  readonly children: ReactNode;
};

/** Shows the shop's header or footer everywhere but in the consoles, which have a layout of their own. */
export function OutsideConsole({ consoles, children }: OutsideConsoleProps) {
  const group = useSelectedLayoutSegment();
  return group !== null && consoles.includes(group) ? null : children;
}
