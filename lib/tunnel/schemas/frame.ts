import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import {
  MAX_CHANNELS,
  reconnectReasons,
  TUNNEL_PROTOCOL,
  transports,
  tunnelEvents,
  unsubscribedReasons,
} from '#lib/tunnel/values.ts';

/** Chosen by the client and echoed in the reply; without it no reply is sent. */
const callId = z.int().min(1).exactOptional();
/** Text that is to name a channel; whether it does is answered by an error frame, not by a close. */
const channelText = z.string().max(200);
const cursorText = z.string().max(240);
const wanted = z.object({ channel: channelText, cursor: cursorText.exactOptional() });

const subscribe = z
  .object({
    type: z.literal('subscribe'),
    id: callId,
    channel: channelText.exactOptional(),
    cursor: cursorText.exactOptional(),
    channels: z.array(wanted).min(1).exactOptional(),
  })
  .refine(({ channel, channels }) => (channel === undefined) !== (channels === undefined), 'name channel or channels');

/** What a client may send; anything else closes its connection. */
export const clientFrame = z.discriminatedUnion('type', [
  subscribe,
  z.object({ type: z.literal('unsubscribe'), id: callId, channel: channelText }),
  z.object({
    type: z.literal('publish'),
    id: callId,
    channel: channelText,
    event: z.string().max(64),
    data: z.unknown().exactOptional(),
  }),
  z.object({ type: z.literal('ping'), id: callId }),
  z.object({ type: z.literal('pong') }),
]);
export type ClientFrame = z.output<typeof clientFrame>;

const welcomeFrame = z.object({
  type: z.literal('welcome'),
  connectionId: idText,
  userId: idText,
  protocol: z.literal(TUNNEL_PROTOCOL),
  heartbeat: z.int(),
  serverTime: isoTime,
  limits: z.object({ channels: z.int(), frameBytes: z.int() }),
});

export const eventFrame = z.object({
  type: z.literal('event'),
  channel: z.string(),
  event: z.enum(tunnelEvents),
  /** Where the channel stands after this event; missing on what cannot be recovered. */
  cursor: z.string().exactOptional(),
  at: isoTime,
  data: z.unknown(),
});
export type EventFrame = z.output<typeof eventFrame>;

const subscribedFrame = z.object({
  type: z.literal('subscribed'),
  id: callId,
  channel: z.string(),
  /** Missing on a channel that has no state to come back to. */
  cursor: z.string().exactOptional(),
  /** Whether `events` is all that happened since the cursor that was given; missing where none was. */
  recovered: z.boolean().exactOptional(),
  events: z.array(eventFrame),
});

const errorFrame = z.object({
  type: z.literal('error'),
  id: callId,
  channel: z.string().exactOptional(),
  error: z.string(),
  message: z.string(),
  statusCode: z.int(),
  /** Whether repeating can help. */
  temporary: z.boolean(),
  retryAfter: z.int().exactOptional(),
});

/** What the server sends. */
export const serverFrame = z.discriminatedUnion('type', [
  welcomeFrame,
  subscribedFrame,
  eventFrame,
  z.object({ type: z.literal('ack'), id: z.int() }),
  errorFrame,
  z.object({
    type: z.literal('unsubscribed'),
    channel: z.string(),
    reason: z.enum(unsubscribedReasons),
    /** Whether subscribing again, with the last cursor, can bring the channel back. */
    resubscribe: z.boolean(),
  }),
  z.object({ type: z.literal('ping') }),
  z.object({ type: z.literal('reconnect'), afterMs: z.int().nonnegative(), reason: z.enum(reconnectReasons) }),
]);
export type ServerFrame = z.output<typeof serverFrame>;

/** `GET /api/tunnel`: how to listen here. */
export const negotiation = z
  .object({ transports: z.array(z.enum(transports)), heartbeat: z.int(), protocol: z.literal(TUNNEL_PROTOCOL) })
  .meta({ id: 'TunnelNegotiation' });

export const pollAnswer = z
  .object({
    /** The composite cursor to ask with next. */
    cursor: z.string(),
    events: z.array(eventFrame),
    /** Channels whose cursor cannot be honoured: fetch them over REST. */
    reset: z.array(z.string()).max(MAX_CHANNELS),
  })
  .meta({ id: 'TunnelPoll' });
export type PollAnswer = z.output<typeof pollAnswer>;
