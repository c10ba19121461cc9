'use client';

import { lazy, Suspense } from 'react';
import type { LiveEstimateProps } from './live-estimate.tsx';

const LiveEstimate = lazy(() => import('./live-estimate.tsx').then((module) => ({ default: module.LiveEstimate })));

type DeliveryEstimateTextProps = LiveEstimateProps & {
  /** What the page says to everybody. */
  readonly text: string;
  readonly isSignedIn: boolean;
};

/** Says how the seller of a product delivers. The browser of a person who is signed in replaces it by that for their country. */
export function DeliveryEstimateText({ text, isSignedIn, ...live }: DeliveryEstimateTextProps) {
  if (!isSignedIn) return text;
  return (
    <Suspense fallback={text}>
      <LiveEstimate {...live} />
    </Suspense>
  );
}
