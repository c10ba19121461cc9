import { readSuperadmins } from '#lib/auth/superadmins.ts';
import { getUser } from '#lib/auth/users.ts';
import type { Context } from '#lib/context/context.ts';
import type { MailOutcome, PlatformMail } from '#lib/context/ports/mail.ts';
import { codeOf, unavailable } from '#lib/core/errors.ts';
import { fault } from '#lib/core/fault.ts';
import { hashOf } from '#lib/core/ids.ts';
import { enqueue } from '#lib/data/outbox.ts';
import type { Reader } from '#lib/data/store.ts';
import { AlertMails } from '#lib/payments/collections.ts';
import type { Alert } from '#lib/payments/schemas/alert.ts';
import type { AlertMailState } from '#lib/payments/values.ts';
import { alertMailOf } from './alert-mail.ts';
import { type AlertMailPromise, alertMailTopic } from './alert-topics.ts';

type Named = Pick<AlertMailPromise, 'kind' | 'subjectId' | 'userId'>;

/** Returns the row id: one mail per alert and person, ever. All attempts to send that mail share this row. */
export const alertMailId = ({ kind, subjectId, userId }: Named): string =>
  hashOf('alert-mail', kind, subjectId, userId);

/** Enqueues a mail to each current superadmin. Running twice never enqueues a second mail to the same person. */
export async function notifySuperadmins(ctx: Context, found: Alert): Promise<void> {
  const now = ctx.now();
  const at = now.toISOString();
  const { kind, subjectId } = found;
  await ctx.data.tx(async (t) => {
    const userIds = await readSuperadmins(t);
    const mails = userIds.map((userId) => ({ kind, subjectId, userId }));
    const known = await t.getMany(AlertMails, mails.map(alertMailId));
    for (const [place, mail] of mails.entries()) {
      if (known[place]) continue;
      const row = { ...mail, state: 'queued', reason: null, createdAt: at, updatedAt: at } as const;
      t.create(AlertMails, alertMailId(mail), row);
      enqueue(t, alertMailTopic, { ...found, userId: mail.userId }, { now });
    }
  });
}

/**
 * Sends an alert to one person at most once. The row is claimed before the send. A send without a known outcome is
 * marked unknown and never repeated, because the server may have accepted it.
 */
export async function sendAlertMail(ctx: Context, promise: AlertMailPromise): Promise<void> {
  const mail = await claim(ctx, promise);
  if (!mail || !ctx.mailer) return;
  const outcome = await ctx.mailer.send(mail);
  await fault('mail.after_send');
  await settle(ctx, promise, outcome);
}

/** Claims the mail for this call. Returns null when it was tried before or cannot be sent at all. */
async function claim(ctx: Context, promise: AlertMailPromise): Promise<PlatformMail | null> {
  const id = alertMailId(promise);
  const updatedAt = ctx.now().toISOString();
  const { mail, state, reason } = await ctx.data.tx(async (t): Promise<Claimed> => {
    const [{ data: before }, to] = await Promise.all([t.need(AlertMails, id), addressOf(t, promise.userId)]);
    const claimed = claimedFrom(before.state, ctx.mailer === null ? 'MailNotConfigured' : to === null && 'NoAddress');
    if (claimed.state !== before.state) t.update(AlertMails, id, { ...claimed, updatedAt });
    const isOurs = before.state === 'queued' && claimed.state === 'sending' && to !== null;
    return { ...claimed, mail: isOurs ? alertMailOf(promise, { key: `alert-${id}`, to, origin: ctx.origin }) : null };
  });
  if (reason !== null) logMail(ctx, promise, state, reason);
  return mail;
}

type Claimed = { readonly mail: PlatformMail | null; readonly state: AlertMailState; readonly reason: string | null };

function claimedFrom(before: AlertMailState, obstacle: string | false): Omit<Claimed, 'mail'> {
  if (before === 'sending') return { state: 'unknown', reason: 'interrupted' };
  if (before !== 'queued') return { state: before, reason: null };
  return obstacle === false ? { state: 'sending', reason: null } : { state: 'skipped', reason: obstacle };
}

/** Returns the current address of a superadmin, or null when the person is no superadmin any more. */
async function addressOf(reader: Reader, userId: string): Promise<string | null> {
  try {
    const { role, status, email } = await getUser(reader, userId);
    return role === 'superadmin' && status !== 'deleted' ? email : null;
  } catch (error) {
    if (codeOf(error) === 'NOT_FOUND') return null;
    throw error;
  }
}

async function settle(ctx: Context, promise: AlertMailPromise, outcome: MailOutcome): Promise<void> {
  const reason = outcome.state === 'sent' ? null : outcome.reason;
  const again = outcome.state === 'refused' && outcome.retry;
  const state = outcome.state === 'refused' ? (again ? 'queued' : 'failed') : outcome.state;
  const updatedAt = ctx.now().toISOString();
  await ctx.data.tx(async (t) => {
    const { data } = await t.need(AlertMails, alertMailId(promise));
    // If the lease ran out meanwhile, another process gave the mail up, and no retry would follow.
    if (!again || data.state === 'sending') t.update(AlertMails, alertMailId(promise), { state, reason, updatedAt });
  });
  logMail(ctx, promise, state, reason);
  if (again) throw unavailable(`The mail server rejected the mail: ${reason}`);
}

const levels = {
  queued: 'warn',
  sending: 'info',
  sent: 'info',
  failed: 'error',
  unknown: 'error',
  skipped: 'warn',
} as const satisfies Record<AlertMailState, 'info' | 'warn' | 'error'>;

const logMail = (
  ctx: Context,
  { kind, subjectId, userId }: Named,
  state: AlertMailState,
  reason: string | null,
): void => ctx.log(levels[state], `alert-mail.${state}`, { kind, subjectId, userId, reason });
