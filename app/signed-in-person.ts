import 'server-only';
import { cache } from 'react';
import type { Person } from '#components/shell/account-menu.tsx';
import { pageContext } from '#lib/api/page-context.ts';
import { unreadTotal } from '#lib/messaging/conversations/unread.ts';
import { unreadCountOf } from '#lib/notifications/list/inbox.ts';

/** Returns what the header and the console show of the signed-in user, once for each page; null for a guest. */
export const signedInPerson = cache(async (): Promise<Person | null> => {
  const ctx = await pageContext('public');
  if (!ctx.user) return null;
  const { id, name, email, role, status, vendorId } = ctx.user;
  const asOf = ctx.now().toISOString();
  const [unread, unreadMessages] = await Promise.all([unreadCountOf(ctx, id), unreadTotal(ctx, id)]);
  return { ...{ id, name, email, role, status }, sells: vendorId !== null, unread, asOf, unreadMessages };
});
