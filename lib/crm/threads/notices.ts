import { readAdminIds } from '#lib/auth/admins.ts';
import type { Context } from '#lib/context/context.ts';
import { after } from '#lib/core/time.ts';
import { NEW_THREADS_MS } from '#lib/crm/limits.ts';
import { findChannel } from '#lib/crm/mailboxes/channels.ts';
import { threadsBegun } from '#lib/crm/queries.ts';
import type { NoticePromise } from '#lib/crm/topics.ts';
import { createNotification, type NotificationContent } from '#lib/notifications/write/create.ts';
import type { NoticeKind } from './values.ts';

/** Counting stops at this number. */
const MOST_COUNTED = 500;

/** Urgent notices are also sent by email. */
const urgentKinds: readonly NoticeKind[] = ['channel_failing', 'channel_refused', 'send_unknown', 'send_failed'];

/** Notifies every admin about an event in the inbox. Repeats of the same cause notify only once. */
export async function notifyAdmins(ctx: Context, promise: NoticePromise): Promise<void> {
  const { kind, channelId, since } = promise;
  const count = kind === 'new_threads' ? await countBegun(ctx, channelId, since) : 1;
  if (count === 0) return;
  const notification = notificationOf(promise, { count, channel: findChannel(ctx, channelId)?.name ?? channelId });
  for (const adminId of await readAdminIds(ctx.data)) await createNotification(ctx, adminId, notification);
}

function notificationOf(
  promise: NoticePromise,
  params: { readonly count: number; readonly channel: string },
): NotificationContent {
  const { kind, channelId, subjectId, since } = promise;
  const isUrgent = urgentKinds.includes(kind);
  return {
    type: 'SYSTEM',
    priority: isUrgent ? 'high' : 'normal',
    template: `inbox.${kind}`,
    params,
    data: { channelId, actionUrl: placeOf(promise) },
    source: `inbox.${kind}`,
    key: kind === 'new_threads' ? `${channelId}:${since}` : subjectId,
    shut: isUrgent ? {} : { email: 'not_asked' },
  };
}

/** Returns the console page that shows the event. */
function placeOf({ kind, threadId }: NoticePromise): string {
  switch (kind) {
    case 'new_threads':
    case 'bounce':
      return '/admin/inbox';
    case 'send_unknown':
    case 'send_failed':
      return threadId === undefined ? '/admin/inbox/drafts' : `/admin/inbox/${threadId}`;
    case 'channel_failing':
    case 'channel_refused':
      return '/admin/inbox/channels';
    case 'dead_letter':
      return '/admin/inbox/dead-letters';
  }
}

async function countBegun({ data }: Context, channelId: string, since: string): Promise<number> {
  const until = after(new Date(since), NEW_THREADS_MS);
  const { rows } = await data.find(threadsBegun(channelId, since, until, MOST_COUNTED));
  return rows.filter(({ data: thread }) => thread.humanCount > 0).length;
}
