import type { Context } from '#lib/context/context.ts';
import type { PushAnswer } from '#lib/context/ports/push.ts';
import { fault } from '#lib/core/fault.ts';
import { after } from '#lib/core/time.ts';
import { enqueue } from '#lib/data/outbox.ts';
import { OUTBOX_TRIES, pauseAfter } from '#lib/data/outbox-settle.ts';
import type { Tx } from '#lib/data/store.ts';
import { countDelivered, openDay } from '#lib/notifications/analytics/figures.ts';
import { NotificationDeliveries } from '#lib/notifications/collections.ts';
import { type OutgoingNotification, readOutgoing } from '#lib/notifications/deliver/outgoing-notification.ts';
import type { NotificationDelivery } from '#lib/notifications/schemas/delivery.ts';
import type { PushRegistration } from '#lib/notifications/schemas/registration.ts';
import { type Address, addressOf, holds, sendTo, withoutAddress } from './address.ts';
import { PushRegistrations } from './collections.ts';
import { deadlineOf, messageOf } from './message.ts';
import { type DevicePromise, deviceTopic } from './topics.ts';

type Settled = Pick<NotificationDelivery, 'status' | 'reason' | 'nextAt'>;
type Sending = {
  readonly outgoing: OutgoingNotification;
  readonly to: Address;
  readonly until: number;
  readonly attempts: number;
};

/**
 * Pushes a notification to one device at most once. The delivery is claimed first: a push without a known outcome is
 * marked unknown and never repeated, because the service may have accepted it. A push that was certainly not accepted
 * is retried, not before the service allows.
 */
export async function deliverPush(ctx: Context, promise: DevicePromise): Promise<void> {
  const claimed = await claim(ctx, promise);
  if (!claimed) return;
  await fault('push.after_claim');
  const answer = await send(ctx, claimed);
  await fault('push.after_send');
  await settle(ctx, promise, claimed, answer);
}

/** Claims the push. Returns null when another run owns it or nothing is to be sent any more. */
async function claim(ctx: Context, { deliveryId, registrationId, ...promise }: DevicePromise): Promise<Sending | null> {
  const now = ctx.now();
  const at = now.toISOString();
  const outgoing = await readOutgoing(ctx, promise);

  const found = await ctx.data.tx(async (t): Promise<Sending | Settled | null> => {
    const [delivery, device] = await Promise.all([
      t.get(NotificationDeliveries, deliveryId),
      t.get(PushRegistrations, registrationId),
    ]);
    if (delivery?.data.status !== 'queued' && delivery?.data.status !== 'sending') return null;
    const { data: row } = delivery;
    const to = device?.data.userId === row.userId ? addressOf(ctx.push, device.data) : null;
    const until = 'silent' in outgoing ? 0 : deadlineOf(outgoing, row.createdAt);
    const obstacle = obstacleOf(row, outgoing, device !== undefined, to, until <= now.getTime());
    const attempts = row.attempts + 1;
    const change = obstacle ?? { status: 'sending' as const, reason: null, nextAt: null, attempts };
    t.update(NotificationDeliveries, deliveryId, { ...change, updatedAt: at });
    return obstacle ?? (to && !('silent' in outgoing) ? { outgoing, to, until, attempts } : null);
  });
  if (!found || 'outgoing' in found) return found;
  logSettled(ctx, deliveryId, found);
  return null;
}

function obstacleOf(
  { status }: NotificationDelivery,
  outgoing: Awaited<ReturnType<typeof readOutgoing>>,
  isRegistered: boolean,
  to: Address | null,
  isLate: boolean,
): Settled | null {
  const over = { nextAt: null };
  if (status === 'sending') return { ...over, status: 'unknown', reason: 'interrupted' };
  if ('silent' in outgoing)
    return outgoing.silent === 'expired'
      ? { ...over, status: 'expired', reason: null }
      : { ...over, status: 'not_sent', reason: outgoing.silent };
  if (to === null) return { ...over, status: 'not_sent', reason: isRegistered ? 'channel_unavailable' : 'no_device' };
  return isLate ? { ...over, status: 'expired', reason: null } : null;
}

/** Sends the push. For a service with a lower size limit it sends once more with half of the text. */
async function send(ctx: Context, { outgoing, to, until }: Sending): Promise<PushAnswer> {
  const answer = await sendTo(ctx.push, to, messageOf(outgoing, until, ctx.now()));
  return answer.state === 'too_large' ? sendTo(ctx.push, to, messageOf(outgoing, until, ctx.now(), 0.5)) : answer;
}

async function settle(ctx: Context, promise: DevicePromise, sending: Sending, answer: PushAnswer): Promise<void> {
  const { deliveryId, registrationId, subjectId } = promise;
  const now = ctx.now();
  const at = now.toISOString();
  const day = await openDay(ctx);
  const settled = settledBy(answer, sending, now, Math.random());

  const isOurs = await ctx.data.tx(async (t) => {
    const [delivery, device] = await Promise.all([
      t.get(NotificationDeliveries, deliveryId),
      t.get(PushRegistrations, registrationId),
    ]);
    // Another run may have marked this push as unknown. A known success still counts, but the push is not retried.
    const isUnknown = delivery?.data.status === 'unknown';
    if (delivery?.data.status !== 'sending' && !(isUnknown && answer.state === 'sent')) return false;
    t.update(NotificationDeliveries, deliveryId, { ...settled, updatedAt: at });
    if (device && holds(device.data, sending.to)) noteOn(t, registrationId, device.data, sending.to, answer, at);
    if (answer.state === 'sent') countDelivered(t, day, subjectId, 'pushDelivered');
    if (settled.nextAt !== null)
      enqueue(t, deviceTopic, promise, {
        now,
        key: `${deliveryId}:${sending.attempts}`,
        availableAt: settled.nextAt,
      });
    return true;
  });
  if (isOurs) logSettled(ctx, deliveryId, settled, answer.state);
}

function settledBy(answer: PushAnswer, { attempts, until }: Sending, now: Date, jitter: number): Settled {
  const over = { nextAt: null };
  switch (answer.state) {
    case 'sent':
      return { ...over, status: 'sent', reason: null };
    case 'unknown':
      return { ...over, status: 'unknown', reason: answer.reason };
    case 'later': {
      if (attempts >= OUTBOX_TRIES) return { ...over, status: 'failed', reason: answer.reason };
      const nextAt = after(now, Math.max(answer.retryAfterMs ?? 0, pauseAfter(attempts, jitter)));
      if (Date.parse(nextAt) >= until) return { ...over, status: 'expired', reason: answer.reason };
      return { status: 'queued', reason: answer.reason, nextAt };
    }
    case 'gone':
    case 'too_large':
    case 'mismatch':
    case 'refused':
    case 'redirected':
    case 'failed':
      return { ...over, status: 'failed', reason: answer.reason };
  }
}

/** Updates the device by what the answer says about its address. */
function noteOn(t: Tx, id: string, device: PushRegistration, to: Address, answer: PushAnswer, at: string): void {
  if (answer.state === 'gone') {
    const left = withoutAddress(device, to);
    if (left) t.set(PushRegistrations, id, left);
    else t.delete(PushRegistrations, id);
    return;
  }
  const change = changeBy(answer, device, at);
  if (change) t.update(PushRegistrations, id, change);
}

function changeBy({ state }: PushAnswer, device: PushRegistration, at: string): Partial<PushRegistration> | null {
  const failed = { failCount: device.failCount + 1, failingSince: device.failingSince ?? at };
  switch (state) {
    case 'sent':
      return { lastOkAt: at, failCount: 0, failingSince: null };
    case 'mismatch':
      return { ...failed, needsResubscribe: true };
    case 'later':
    case 'failed':
    case 'redirected':
    case 'too_large':
      return failed;
    // A refused key of ours or an unknown outcome is not a failure of the address.
    case 'refused':
    case 'unknown':
    case 'gone':
      return null;
  }
}

/** The answers that an operator must look at. */
const alarming: readonly (PushAnswer['state'] | undefined)[] = ['refused', 'mismatch', 'redirected'];

/** Logs the outcome. Refused keys, redirects by a service, and unknown outcomes are errors. */
function logSettled(ctx: Context, deliveryId: string, { status, reason }: Settled, answer?: PushAnswer['state']): void {
  const isAlarm = alarming.includes(answer);
  const event = `push.${isAlarm ? answer : status}`;
  ctx.log(isAlarm || status === 'unknown' ? 'error' : status === 'failed' ? 'warn' : 'info', event, {
    deliveryId,
    reason,
  });
}
