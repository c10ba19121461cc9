'use client';

import { createContext, type ReactNode, use } from 'react';
import type { DeskCounts } from '#lib/admin/schemas/desk.ts';
import { useDeskCounts } from './use-desk-counts.ts';

const Counts = createContext<DeskCounts | null>(null);

/** Keeps what waits in the console up to date for all that show it, with one question for all of them. */
export function DeskCountsProvider({ made, children }: { readonly made: DeskCounts; readonly children: ReactNode }) {
  return <Counts value={useDeskCounts(made)}>{children}</Counts>;
}

/** What waits for a person, part by part. */
export function useWaiting(): DeskCounts {
  const counts = use(Counts);
  if (!counts) throw new Error('What waits is asked for outside DeskCountsProvider');
  return counts;
}
