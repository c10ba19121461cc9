import type { Context } from '#lib/context/context.ts';
import { AppError, codeOf } from '#lib/core/errors.ts';
import { EmailChannels } from '#lib/crm/collections.ts';
import type { EmailChannel } from '#lib/crm/schemas/channel.ts';
import type { PollCounts } from '#lib/crm/schemas/processor.ts';
import { promiseNotice } from '#lib/crm/topics.ts';
import type { Lease } from '#lib/data/locks.ts';
import { unknownChannel } from './channel-health.ts';
import type { Cursor } from './poll-plan.ts';
import { type Channel, MailboxError, type OpenMailbox } from './ports.ts';

export const noMails: Readonly<PollCounts> = {
  fetched: 0,
  processed: 0,
  duplicates: 0,
  ignored: 0,
  quarantined: 0,
  failed: 0,
  remaining: 0,
};

/** The state of a running poll: its lease, its mailbox, its cursor and its counts. */
export type PollRun = {
  readonly ctx: Context;
  readonly channel: Channel;
  readonly lease: Lease;
  readonly counts: PollCounts;
  box: OpenMailbox;
  cursor: Cursor;
  hasReconnected: boolean;
  /** The number of mails that could not be marked. */
  unmarked: number;
};
type Holder = Pick<PollRun, 'ctx' | 'channel' | 'lease'>;

/** Runs a call to the mailbox. A lost connection is reopened once per poll. */
export async function onLiveLine<T>(run: PollRun, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof MailboxError) || error.trouble.kind !== 'unreachable' || run.hasReconnected) throw error;
    run.hasReconnected = true;
    await run.box.close();
    const again = await run.ctx.mailbox.open(run.channel);
    const isSame = again.state.uidValidity === run.box.state.uidValidity;
    run.box = again;
    // The mailbox was renumbered, so the UIDs now mean other mails. The next poll handles that.
    if (!isSame) throw error;
    return ask();
  }
}

/** Stores the new cursor while this process holds the lease. */
export async function saveCursor(run: PollRun, cursor: Cursor): Promise<void> {
  const { uidValidity, lastUid, floorUid, retryUids } = cursor;
  await changeChannel(run, { uidValidity, lastUid, floorUid, retryUids });
  run.cursor = cursor;
}

/**
 * Updates the channel's row while this process holds the lease. The change that first sets `notifiedAt` also enqueues a
 * notice to admins, so each series of failures is reported once.
 */
export async function changeChannel({ ctx, channel, lease }: Holder, change: Partial<EmailChannel>): Promise<void> {
  const now = ctx.now();
  const updatedAt = now.toISOString();
  await ctx.data.tx(async (t) => {
    await lease.assertHeld(t);
    const before = (await t.get(EmailChannels, channel.id))?.data ?? unknownChannel(now);
    t.set(EmailChannels, channel.id, { ...before, ...change, updatedAt });
    if (change.notifiedAt && before.notifiedAt === null)
      promiseNotice(
        t,
        { kind: 'channel_failing', channelId: channel.id, subjectId: `${channel.id}:${updatedAt}` },
        now,
      );
  });
}

/**
 * Returns true when an error is our own outage, of the store, the files or the disk. Such an error says nothing about
 * the mail.
 */
export const isOutage = (error: unknown): boolean =>
  (error instanceof AppError && (error.name === 'ServiceUnavailable' || codeOf(error) === 'LEASE_LOST')) ||
  (error instanceof Error && 'syscall' in error);
