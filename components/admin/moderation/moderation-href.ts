import type { Route } from 'next';
import type { CaseStatus, ReportedType } from '#lib/admin/moderation/values.ts';

type Choice = {
  readonly status: CaseStatus;
  readonly type?: ReportedType | undefined;
  readonly cursor?: string | undefined;
};

/** Returns the address of a filtered list of cases. The default status `open` is left out. */
export function moderationHref({ status, type, cursor }: Choice): Route {
  const named = { ...(status !== 'open' && { status }), ...(type && { type }), ...(cursor && { cursor }) };
  const query = new URLSearchParams(named).toString();
  return `/admin/moderation${query && `?${query}`}` as Route; // a known route with a query
}
