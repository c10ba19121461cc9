import type { Route } from 'next';
import { queryHref } from '#components/ui/query-href.ts';
import type { CaseList, ReportedType } from '#lib/admin/moderation/values.ts';

type Choice = {
  readonly status?: CaseList | undefined;
  readonly type?: ReportedType | undefined;
  readonly cursor?: string | undefined;
};

/** Returns the address of a filtered list of cases. The default list `open` is left out. */
export const moderationHref = ({ status, type, cursor }: Choice = {}): Route =>
  queryHref('/admin/moderation', { status: status === 'open' ? undefined : status, type, cursor });

/** Returns the address of the page of one case. */
export const caseHref = (entityId: string): Route => queryHref(`/admin/moderation/${entityId}`, {});
