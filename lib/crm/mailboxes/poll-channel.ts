import type { Context } from '#lib/context/context.ts';
import { codeOf } from '#lib/core/errors.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import type { EmailChannel } from '#lib/crm/schemas/channel.ts';
import type { ChannelPoll } from '#lib/crm/schemas/processor.ts';
import { type Lease, withLease } from '#lib/data/locks.ts';
import { healthAfterFailure, healthAfterSuccess } from './channel-backoff.ts';
import { channelRow, configurationOf, isResting } from './channel-health.ts';
import { changeChannel, isOutage, noMails, type PollRun } from './poll-run.ts';
import { type WalkOptions, walkMailbox } from './poll-walk.ts';
import { type Channel, MailboxError } from './ports.ts';

const LEASE_MS = 90 * SECOND_MS;

export type PollOptions = WalkOptions & {
  /** Also polls a channel that waits after failures. */
  readonly force?: boolean;
};
type Ended = Omit<ChannelPoll, 'id' | 'durationMs'>;

/**
 * Fetches new mail from a channel's mailbox, up to 50 mails or 40 seconds. A lease keeps other processes from polling
 * the same channel. A mail is marked as seen after it is stored, and the cursor moves after that. A crash at any point
 * therefore repeats a mail instead of losing it. Errors of a mail, the mailbox or the store are returned in the result,
 * never thrown.
 */
export async function pollChannel(ctx: Context, channel: Channel, options: PollOptions = {}): Promise<ChannelPoll> {
  const startedAt = performance.now();
  const ended = await tryPoll(ctx, channel, options).catch((error: unknown) => broken(ctx, channel, error));
  const durationMs = Math.round(performance.now() - startedAt);
  const { error: code, ...facts } = ended;
  ctx.log(facts.status === 'ok' ? 'debug' : 'info', 'channel.polled', {
    channelId: channel.id,
    ...facts,
    code,
    ms: durationMs,
  });
  return { id: channel.id, ...ended, durationMs };
}

/**
 * Returns the result of a poll that failed because of us, not because of the mailbox. The channel does not wait for
 * that, and mails that were not stored are fetched again.
 */
function broken(ctx: Context, { id }: Channel, error: unknown): Ended {
  const code = codeOf(error);
  if (code === 'LEASE_LOST') return { ...noMails, status: 'locked', error: code };
  ctx.log(isOutage(error) ? 'warn' : 'error', 'channel.poll_broken', { channelId: id, error });
  return { ...noMails, failed: 1, status: 'partial', error: code ?? 'InternalServerError' };
}

async function tryPoll(ctx: Context, channel: Channel, options: PollOptions): Promise<Ended> {
  if (!channel.imap) return { ...noMails, status: 'not_configured' };
  const row = await channelRow(ctx, channel);
  if (!options.force && isResting(channel, row, ctx.now())) {
    const error = row.lastErrorCode;
    return { ...noMails, status: 'backoff', remaining: row.backlog, ...(error !== null && { error }) };
  }
  const lease = await withLease(ctx, `mail-${channel.id}`, { leaseMs: LEASE_MS }, (held) =>
    pollHeld(ctx, channel, held, options),
  );
  return lease.held ? lease.value : { ...noMails, status: 'locked' };
}

async function pollHeld(ctx: Context, channel: Channel, lease: Lease, options: PollOptions): Promise<Ended> {
  // Read the row again under the lease, because the previous poll may have moved the cursor.
  const row = await channelRow(ctx, channel);
  let run: PollRun | undefined;
  try {
    const box = await ctx.mailbox.open(channel);
    run = { ctx, channel, lease, box, cursor: row, counts: { ...noMails }, hasReconnected: false, unmarked: 0 };
    await walkMailbox(run, row, options);
    if (run.unmarked > 0) ctx.log('info', 'mail.not_marked', { channelId: channel.id, count: run.unmarked });
    await changeChannel(run, { ...healthAfterSuccess(ctx.now()), ...seenOf(run) });
    return { ...run.counts, status: run.counts.failed > 0 ? 'partial' : 'ok' };
  } catch (error) {
    const counts = run?.counts ?? noMails;
    if (error instanceof MailboxError) {
      const { kind, code } = error.trouble;
      const failed = healthAfterFailure(sinceConfigured(row, channel), error.trouble, ctx.now());
      await changeChannel({ ctx, channel, lease }, { ...failed, ...(run ? seenOf(run) : tried(ctx, channel)) });
      return { ...counts, status: kind, error: code };
    }
    const ended = broken(ctx, channel, error);
    if (ended.status !== 'locked') await noteBroken({ ctx, channel, lease }, ended.error);
    return { ...counts, ...withFailure(counts, ended) };
  } finally {
    await run?.box.close();
  }
}

/** Stores why a poll stopped, so that the channel's page shows it. A failure of this write is only logged. */
async function noteBroken(
  holder: Pick<PollRun, 'ctx' | 'channel' | 'lease'>,
  code = 'InternalServerError',
): Promise<void> {
  const at = holder.ctx.now().toISOString();
  try {
    await changeChannel(holder, { lastErrorAt: at, lastErrorCode: code.slice(0, 60), lastPolledAt: at });
  } catch (error) {
    holder.ctx.log('warn', 'channel.failure_not_noted', { channelId: holder.channel.id, error });
  }
}

/** Adds our own failure to the counts of the poll, so that earlier work stays counted. */
const withFailure = (
  counts: typeof noMails,
  { status, failed, error }: Ended,
): Partial<Ended> & Pick<Ended, 'status'> => ({
  status,
  failed: counts.failed + failed,
  ...(error !== undefined && { error }),
});

const tried = ({ now }: Context, channel: Channel) => ({
  lastPolledAt: now().toISOString(),
  configuredAs: configurationOf(channel),
});

const seenOf = ({ ctx, channel, box: { state }, counts }: PollRun): Partial<EmailChannel> => ({
  ...tried(ctx, channel),
  backlog: counts.remaining + counts.failed,
  tokenExpiresAt: state.tokenExpiresAt,
  capabilities: state.capabilities.slice(0, 100).map((name) => name.slice(0, 60)),
});

/** Resets the failures that belong to another configuration. */
const sinceConfigured = (row: EmailChannel, channel: Channel): EmailChannel =>
  row.configuredAs === configurationOf(channel)
    ? row
    : { ...row, consecutiveFailures: 0, wrongLogins: 0, notifiedAt: null };
