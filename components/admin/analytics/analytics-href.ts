import type { Route } from 'next';
import { type Query, queryHref } from '#components/ui/query-href.ts';

const ANALYTICS = '/admin/analytics';

export const analyticsTabs = ['platform', 'vitals', 'errors'] as const;
export type AnalyticsTab = (typeof analyticsTabs)[number];

/** Returns the address of a tab of the analytics. The first tab has none of its own. */
export const analyticsHref = (tab: AnalyticsTab, asked: Query = {}): Route =>
  queryHref(ANALYTICS, { tab: tab === 'platform' ? undefined : tab, ...asked });
