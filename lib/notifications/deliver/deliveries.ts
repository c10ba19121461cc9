import { Users } from '#lib/auth/collections.ts';
import { findUserByEmail } from '#lib/auth/users.ts';
import type { Context } from '#lib/context/context.ts';
import { ID_PATTERN } from '#lib/core/id-pattern.ts';
import { idPrefix } from '#lib/core/ids.ts';
import type { Cursor } from '#lib/data/query.ts';
import type { Row } from '#lib/data/store.ts';
import { Notifications } from '#lib/notifications/collections.ts';
import { type DeliveryFilter, deliveriesNewestFirst } from '#lib/notifications/queries.ts';
import type { NotificationDelivery } from '#lib/notifications/schemas/delivery.ts';
import type { Notification } from '#lib/notifications/schemas/notification.ts';

/** A delivery as operators see it: its subject and recipient. It contains no text, which only the recipient may read. */
export type DeliveryView = { readonly id: string } & Pick<
  NotificationDelivery,
  'notificationId' | 'userId' | 'channel' | 'provider' | 'status' | 'reason' | 'attempts' | 'nextAt' | 'createdAt'
> & { readonly userName: string | null; readonly told: DeliverySubject | null };

/** The subject of a notification; null for a digest, which stands for several. */
export type DeliverySubject = Pick<Notification, 'type' | 'priority'> & { readonly about: string };

export type DeliveryPage = { readonly deliveries: readonly DeliveryView[]; readonly nextCursor: string | null };
type Place = { readonly limit: number; readonly cursor?: Cursor | undefined };

/** Returns deliveries with recipient, channel and outcome, latest first. Rows live for thirty days. */
export async function listDeliveries(ctx: Context, filter: DeliveryFilter, place: Place): Promise<DeliveryPage> {
  const { rows, next } = await ctx.data.find(deliveriesNewestFirst(filter, place.limit, place.cursor));
  const [users, told] = await Promise.all([
    ctx.data.getMany(Users, [...new Set(rows.map(({ data }) => data.userId))]),
    ctx.data.getMany(Notifications, [...new Set(rows.map(({ data }) => data.notificationId))]),
  ]);
  const names = new Map(users.flatMap((user) => (user ? [[user.id, user.data.name] as const] : [])));
  const notifications = new Map(told.flatMap((row) => (row ? [[row.id, row.data] as const] : [])));
  return {
    deliveries: rows.map((row) => viewOf(row, names, notifications.get(row.data.notificationId))),
    nextCursor: next,
  };
}

function viewOf(
  { id, data }: Row<NotificationDelivery>,
  names: ReadonlyMap<string, string>,
  told: Notification | undefined,
): DeliveryView {
  const { notificationId, userId, channel, provider, status, reason, attempts, nextAt, createdAt } = data;
  return {
    id,
    ...{ notificationId, userId, channel, provider, status, reason, attempts, nextAt, createdAt },
    userName: names.get(userId) || null,
    told: told ? toldOf(told) : null,
  };
}

const toldOf = ({ type, priority, template, source }: Notification): DeliverySubject => ({
  type,
  priority,
  about: template ?? source,
});

/** Why a notification went out as it did: the plan at its creation, and its current state. */
export type Explained = DeliverySubject &
  Pick<Notification, 'userId' | 'status' | 'plan' | 'createdAt' | 'readAt' | 'archivedReason' | 'collapsedCount'> & {
    readonly id: string;
  };

/** Returns the decisions for one notification, or null when it does not exist. */
export async function explainNotification({ data }: Context, id: string): Promise<Explained | null> {
  const row = await data.get(Notifications, id);
  if (!row) return null;
  const { userId, status, plan, createdAt, readAt, archivedReason, collapsedCount } = row.data;
  return { id, ...toldOf(row.data), userId, status, plan, createdAt, readAt, archivedReason, collapsedCount };
}

/** Returns the filter for a search text, which is an email address or an id. Returns null when the text matches no user. */
export async function aboutWhom(
  { data }: Context,
  text: string,
): Promise<Pick<DeliveryFilter, 'userId' | 'notificationId'> | null> {
  const wanted = text.trim();
  if (wanted.includes('@')) {
    const user = await findUserByEmail(data, wanted);
    return user && { userId: user.id };
  }
  if (!ID_PATTERN.test(wanted)) return null;
  return wanted.startsWith(idPrefix('notification')) ? { notificationId: wanted } : { userId: wanted };
}
