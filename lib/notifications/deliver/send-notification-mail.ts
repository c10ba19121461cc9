import { Users } from '#lib/auth/collections.ts';
import type { Context } from '#lib/context/context.ts';
import type { MailOutcome, PlatformMail } from '#lib/context/ports/mail.ts';
import { unavailable } from '#lib/core/errors.ts';
import { fault } from '#lib/core/fault.ts';
import { hashOf } from '#lib/core/ids.ts';
import type { Claim } from '#lib/data/outbox.ts';
import { OUTBOX_TRIES } from '#lib/data/outbox-settle.ts';
import { localPath } from '#lib/i18n/alternates.ts';
import type { Locale } from '#lib/i18n/values.ts';
import { type MailPart, mailPage } from '#lib/mail/mail-page.ts';
import { countDelivered, openDay } from '#lib/notifications/analytics/figures.ts';
import { NotificationDeliveries } from '#lib/notifications/collections.ts';
import type { NotificationDelivery } from '#lib/notifications/schemas/delivery.ts';
import type { DeliveryPromise } from '#lib/notifications/topics.ts';
import type { DeliveryStatus } from '#lib/notifications/values.ts';
import { texts } from '#lib/notifications/write/texts.ts';
import { newDelivery } from './new-delivery.ts';
import { type OutgoingNotification, readOutgoing } from './outgoing-notification.ts';

/** Returns the delivery id of an effect. All attempts share one delivery row. */
export const mailDeliveryId = ({ id }: Pick<Claim, 'id'>): string => hashOf('delivery', id, 'email');

/**
 * Emails a notification to a user at most once. The delivery is claimed first: a send without a known outcome is marked
 * unknown and never repeated, because the server may have accepted it. A notification that was read or has expired
 * meanwhile is not sent.
 */
export async function sendNotificationMail(ctx: Context, promise: DeliveryPromise, claim: Claim): Promise<void> {
  const outgoing = await readOutgoing(ctx, promise);
  const user = await ctx.data.get(Users, promise.userId);
  const to = user && user.data.status !== 'deleted' ? user.data.email : null;
  const obstacle = obstacleOf(ctx, outgoing, to);
  const state = await begin(ctx, promise, claim, obstacle);
  if (state !== 'sending' || to === null || !ctx.mailer || 'silent' in outgoing) return;
  const outcome = await ctx.mailer.send(
    notificationMailOf(outgoing, { key: `notification-${mailDeliveryId(claim)}`, to, origin: ctx.origin }),
  );
  await fault('mail.after_send');
  await settle(ctx, promise, claim, outcome);
}

type Obstacle = Pick<NotificationDelivery, 'status' | 'reason'> | null;

function obstacleOf(ctx: Context, outgoing: Awaited<ReturnType<typeof readOutgoing>>, to: string | null): Obstacle {
  if ('silent' in outgoing)
    return outgoing.silent === 'expired'
      ? { status: 'expired', reason: null }
      : { status: 'not_sent', reason: outgoing.silent };
  return ctx.mailer === null || to === null ? { status: 'not_sent', reason: 'channel_unavailable' } : null;
}

/** Claims the delivery. Returns `sending` when this call must send the email, any other status when not. */
async function begin(
  ctx: Context,
  promise: DeliveryPromise,
  claim: Claim,
  obstacle: Obstacle,
): Promise<DeliveryStatus> {
  const now = ctx.now();
  const at = now.toISOString();
  const id = mailDeliveryId(claim);
  const { status, reason } = await ctx.data.tx(async (t) => {
    const before = (await t.get(NotificationDeliveries, id))?.data;
    // A failed send was certainly not accepted, so an operator may have it retried.
    if (before && !['queued', 'sending', 'failed'].includes(before.status))
      return { status: before.status, reason: null };
    const next =
      before?.status === 'sending'
        ? ({ status: 'unknown', reason: 'interrupted' } as const)
        : (obstacle ?? ({ status: 'sending', reason: null } as const));
    const { attempts } = claim;
    const given = {
      channel: 'email',
      provider: 'smtp',
      ...next,
      attempts,
      createdAt: before?.createdAt ?? at,
    } as const;
    t.set(NotificationDeliveries, id, newDelivery(promise, given, now));
    return next;
  });
  if (status === 'unknown' && reason === 'interrupted') logMail(ctx, promise, status, reason);
  return status;
}

async function settle(ctx: Context, promise: DeliveryPromise, claim: Claim, outcome: MailOutcome): Promise<void> {
  const reason = outcome.state === 'sent' ? null : outcome.reason.slice(0, 300);
  const again = outcome.state === 'refused' && outcome.retry;
  const isLast = claim.attempts >= OUTBOX_TRIES;
  const status = outcome.state === 'refused' ? (again && !isLast ? 'queued' : 'failed') : outcome.state;
  const updatedAt = ctx.now().toISOString();
  const day = await openDay(ctx);
  await ctx.data.tx(async (t) => {
    const { data } = await t.need(NotificationDeliveries, mailDeliveryId(claim));
    // When the lease of this send expired, another run marked it unknown, and no further attempt follows.
    if (again && data.status !== 'sending') return;
    t.update(NotificationDeliveries, mailDeliveryId(claim), { status, reason, updatedAt });
    if (status === 'sent') countDelivered(t, day, promise.subjectId, 'emailDelivered');
  });
  logMail(ctx, promise, status, reason);
  if (again) throw unavailable(`The mail server rejected the mail: ${reason}`);
}

const levels = { sent: 'info', queued: 'warn', failed: 'warn', unknown: 'error' } as const;

const logMail = (
  ctx: Context,
  { subjectId, userId }: DeliveryPromise,
  status: keyof typeof levels,
  reason: string | null,
): void => ctx.log(levels[status], `notification-mail.${status}`, { subjectId, userId, reason });

type Envelope = Pick<PlatformMail, 'key' | 'to'> & { readonly origin: string };

/** Returns a notification as an email: the text of one notification, or the list of notifications in a digest. */
function notificationMailOf(outgoing: OutgoingNotification, { key, to, origin }: Envelope): PlatformMail {
  const { locale, title, rows } = outgoing;
  const { open, all, why, change } = texts[locale].mail;
  const isList = rows.length > 1;
  const told: MailPart = isList
    ? { rows: rows.map(({ data }) => ({ name: data.title, detail: data.message, value: '' })) }
    : { text: outgoing.message };
  return mailPage({
    key,
    to,
    locale,
    subject: title,
    heading: title,
    parts: [
      told,
      { link: `${origin}${pathIn(outgoing.actionPath, locale)}`, label: isList ? all : open },
      { text: why, small: true },
      { link: `${origin}${localPath('/notifications/preferences', locale)}`, label: change },
    ],
  });
}

/** Adds the locale to a path. The console exists only in English, under one address. */
const pathIn = (path: string, locale: Locale): string => (path.startsWith('/admin') ? path : localPath(path, locale));
