import type { Route } from 'next';
import { queryHref } from '#components/ui/query-href.ts';
import type { UserListQuery } from '#lib/admin/schemas/user-list.ts';

export const personTabs = [
  ...(['profile', 'role', 'sessions', 'orders'] as const),
  ...(['ledger', 'verification', 'moderation', 'audit'] as const),
] as const;
export type PersonTab = (typeof personTabs)[number];

export const peopleHref = (asked: UserListQuery = {}): Route => queryHref('/admin/users', asked);
export const personHref = (
  id: string,
  tab: PersonTab = 'profile',
  asked: Readonly<Record<string, string | undefined>> = {},
): Route => queryHref(`/admin/users/${id}`, { tab: tab === 'profile' ? undefined : tab, ...asked });
