'use client';

import { createContext, type ReactNode, use } from 'react';
import type { OverviewCounts } from '#lib/admin/schemas/overview.ts';
import { useOverviewCounts } from './use-overview-counts.ts';

const Counts = createContext<OverviewCounts | null>(null);

/** Keeps the counts of waiting work up to date, with one request for all components that show them. */
export function OverviewCountsProvider({
  made,
  children,
}: {
  readonly made: OverviewCounts;
  readonly children: ReactNode;
}) {
  return <Counts value={useOverviewCounts(made)}>{children}</Counts>;
}

/** Returns the counts of waiting work by area. */
export function useWaiting(): OverviewCounts {
  const counts = use(Counts);
  if (!counts) throw new Error('useWaiting is called outside OverviewCountsProvider');
  return counts;
}
