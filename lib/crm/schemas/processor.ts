import { z } from 'zod';
import { isoTime } from '#lib/core/time.ts';
import { pollStates } from '#lib/crm/mailboxes/values.ts';
import { channelHealth } from './channel.ts';

const count = z.int().nonnegative();

/** The results of a poll. `failed` mails will be retried, `remaining` mails wait for the next poll. */
export const pollCounts = z.object({
  fetched: count,
  processed: count,
  duplicates: count,
  ignored: count,
  quarantined: count,
  failed: count,
  remaining: count,
});
export type PollCounts = z.infer<typeof pollCounts>;

export const channelPoll = pollCounts.extend({
  id: z.string(),
  status: z.enum(pollStates),
  durationMs: count,
  /** The reason as a code, never the server's text. */
  error: z.string().optional(),
});
export type ChannelPoll = z.infer<typeof channelPoll>;

/** The id of the only document, which holds the results of the last poll of all channels. */
export const PROCESSOR_ID = 'processor';
export const emailProcessor = z.object({ lastPollAt: isoTime, lastPollTotals: pollCounts });
export type EmailProcessor = z.infer<typeof emailProcessor>;

/** `no_host` means that no process able to listen has sent a heartbeat recently. */
export const listenerStates = ['running', 'starting', 'stopped', 'no_host'] as const;
export const listenerView = z.object({
  desired: z.enum(['running', 'stopped']),
  state: z.enum(listenerStates),
  heartbeatAt: isoTime.nullable(),
  connections: z.array(
    z.object({ channelId: z.string(), state: z.string(), since: isoTime, lastEventAt: isoTime.nullable() }),
  ),
});
export type ListenerView = z.infer<typeof listenerView>;

export const pollReport = z.object({
  success: z.boolean(),
  action: z.literal('poll'),
  channels: z.array(channelPoll),
  totals: pollCounts,
});
export type PollReport = z.infer<typeof pollReport>;

export const processorStatus = z.object({
  success: z.literal(true),
  action: z.literal('status'),
  processor: z.object({
    instanceId: z.string(),
    runtime: z.enum(['server', 'serverless']),
    uptimeSeconds: count,
    lastPollAt: isoTime.nullable(),
    lastPollTotals: pollCounts.nullable(),
  }),
  listener: listenerView,
  channels: z.array(
    z.object({
      id: z.string(),
      health: channelHealth,
      cursor: z.object({ uidValidity: z.string().nullable(), lastUid: count }),
      capabilities: z.array(z.string()),
      lease: z.object({ heldBy: z.string(), until: isoTime }).nullable(),
    }),
  ),
  queues: z.object({ deadLetters: count, draftsPending: count, sending: count, sendUnknown: count, aiJobs: count }),
});
export type ProcessorStatus = z.infer<typeof processorStatus>;

export const listenerSwitched = z.object({
  success: z.literal(true),
  action: z.enum(['start', 'stop']),
  listener: listenerView,
  /** Set when no process is able to listen. The switch is stored until one is. */
  warning: z.literal('NoListenerHost').optional(),
});
export type ListenerSwitched = z.infer<typeof listenerSwitched>;

export const overdueMarked = z.object({
  success: z.literal(true),
  action: z.literal('mark-overdue-tasks'),
  marked: count,
});

/** The responses of `/api/cron/email-processor`, one for each action. */
export const processorReport = z
  .discriminatedUnion('action', [pollReport, processorStatus, listenerSwitched, overdueMarked])
  .meta({ id: 'EmailProcessorReport' });
export type ProcessorReport = z.infer<typeof processorReport>;
