import type { Route } from 'next';
import type { CaseStatus, ReportedType } from '#lib/admin/moderation/values.ts';

type Choice = {
  readonly status: CaseStatus;
  readonly type?: ReportedType | undefined;
  readonly cursor?: string | undefined;
};

/** The address of a choice of cases; what waits is what one comes for and is not named. */
export function moderationHref({ status, type, cursor }: Choice): Route {
  const named = { ...(status !== 'open' && { status }), ...(type && { type }), ...(cursor && { cursor }) };
  const query = new URLSearchParams(named).toString();
  return `/admin/moderation${query && `?${query}`}` as Route; // a query after a checked route
}
