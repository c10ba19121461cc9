import { hostname } from 'node:os';
import type { Context } from '#lib/context/context.ts';
import { hashOf } from '#lib/core/ids.ts';
import { EmailDeadLetters, EmailDrafts, EmailProcessors } from '#lib/crm/collections.ts';
import type { DraftStatus } from '#lib/crm/drafts/values.ts';
import { PROCESSOR_ID, type ProcessorStatus } from '#lib/crm/schemas/processor.ts';
import { Locks } from '#lib/data/locks.ts';
import { ModelOutbox } from '#lib/data/outbox.ts';
import { from } from '#lib/data/query.ts';
import { channelRows, healthOf } from './channel-health.ts';
import { viewListener } from './listener-state.ts';

/** Returns the id of this process, the same in every copy of this module. */
export const instanceId = (): string =>
  hashOf('instance', hostname(), String(process.pid), String(performance.timeOrigin)).slice(0, 12);

/** Returns the status of mail reading: the last poll, each mailbox, the listener, and the queues. */
export async function processorStatus(ctx: Context): Promise<ProcessorStatus> {
  const [last, listener, channels, queues] = await Promise.all([
    ctx.data.get(EmailProcessors, PROCESSOR_ID),
    viewListener(ctx),
    channelStatuses(ctx),
    queuesOf(ctx),
  ]);
  return {
    success: true,
    action: 'status',
    processor: {
      instanceId: instanceId(),
      runtime: ctx.env.VERCEL === undefined ? 'server' : 'serverless',
      uptimeSeconds: Math.floor(process.uptime()),
      lastPollAt: last?.data.lastPollAt ?? null,
      lastPollTotals: last?.data.lastPollTotals ?? null,
    },
    listener,
    channels,
    queues,
  };
}

async function channelStatuses(ctx: Context): Promise<ProcessorStatus['channels']> {
  const { all } = ctx.channels;
  const [rows, locks] = await Promise.all([
    channelRows(ctx, all),
    ctx.data.getMany(
      Locks,
      all.map(({ id }) => `mail-${id}`),
    ),
  ]);
  const now = ctx.now().toISOString();
  return all.flatMap((channel, at) => {
    const row = rows[at];
    if (!row) return [];
    const { owner, until } = locks[at]?.data ?? { owner: null, until: null };
    return {
      id: channel.id,
      health: healthOf(channel, row),
      cursor: { uidValidity: row.uidValidity, lastUid: row.lastUid },
      capabilities: row.capabilities,
      lease: owner !== null && until !== null && until > now ? { heldBy: owner, until } : null,
    };
  });
}

async function queuesOf({ data }: Context): Promise<ProcessorStatus['queues']> {
  const drafts = (status: DraftStatus) => data.count(from(EmailDrafts).where('status', '==', status));
  const [deadLetters, draftsPending, sending, sendUnknown, ...aiJobs] = await Promise.all([
    data.count(from(EmailDeadLetters).where('status', '==', 'waiting')),
    drafts('pending'),
    drafts('sending'),
    drafts('send_unknown'),
    ...(['waiting', 'leased'] as const).map((status) => data.count(from(ModelOutbox).where('status', '==', status))),
  ]);
  return { deadLetters, draftsPending, sending, sendUnknown, aiJobs: aiJobs.reduce((sum, n) => sum + n, 0) };
}
