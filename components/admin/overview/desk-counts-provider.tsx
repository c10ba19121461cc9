'use client';

import { createContext, type ReactNode, use } from 'react';
import type { DeskCounts } from '#lib/admin/schemas/desk.ts';
import { useDeskCounts } from './use-desk-counts.ts';

const Counts = createContext<DeskCounts | null>(null);

/** Keeps the counts of waiting work up to date, with one request for all components that show them. */
export function DeskCountsProvider({ made, children }: { readonly made: DeskCounts; readonly children: ReactNode }) {
  return <Counts value={useDeskCounts(made)}>{children}</Counts>;
}

/** Returns the counts of waiting work by area. */
export function useWaiting(): DeskCounts {
  const counts = use(Counts);
  if (!counts) throw new Error('useWaiting is called outside DeskCountsProvider');
  return counts;
}
