import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { MAX_CHANNELS } from '#lib/tunnel/limits.ts';
import {
  reconnectReasons,
  TUNNEL_PROTOCOL,
  transports,
  tunnelEvents,
  unsubscribedReasons,
} from '#lib/tunnel/values.ts';

/** Chosen by the client and echoed in the reply; without it no reply is sent. */
const callId = z.int().min(1).exactOptional();
/** The name of a channel, not yet checked. An unknown name causes an error frame and does not close the connection. */
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
  .refine(
    ({ channel, channels }) => (channel === undefined) !== (channels === undefined),
    'must have channel or channels',
  );

/** The frames that a client may send. Any other frame closes its connection. */
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
  /** The cursor of the channel after this event; missing on events that cannot be recovered. */
  cursor: z.string().exactOptional(),
  at: isoTime,
  data: z.unknown(),
});
export type EventFrame = z.output<typeof eventFrame>;

const subscribedFrame = z.object({
  type: z.literal('subscribed'),
  id: callId,
  channel: z.string(),
  /** Missing on a channel without recoverable state. */
  cursor: z.string().exactOptional(),
  /** Whether `events` holds everything since the given cursor; missing when no cursor was given. */
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
  /** Whether a retry can succeed. */
  temporary: z.boolean(),
  retryAfter: z.int().exactOptional(),
});

/** The frames that the server sends. */
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
    /** Whether the client can get the channel back by subscribing again with its last cursor. */
    resubscribe: z.boolean(),
  }),
  z.object({ type: z.literal('ping') }),
  z.object({ type: z.literal('reconnect'), afterMs: z.int().nonnegative(), reason: z.enum(reconnectReasons) }),
]);
export type ServerFrame = z.output<typeof serverFrame>;

/** The response of `GET /api/tunnel`: the transports on offer and their parameters. */
export const negotiation = z
  .object({ transports: z.array(z.enum(transports)), heartbeat: z.int(), protocol: z.literal(TUNNEL_PROTOCOL) })
  .meta({ id: 'TunnelNegotiation' });

export const pollAnswer = z
  .object({
    /** The composite cursor for the next poll. */
    cursor: z.string(),
    events: z.array(eventFrame),
    /** Channels whose cursor cannot be honoured: the client fetches these channels over REST. */
    reset: z.array(z.string()).max(MAX_CHANNELS),
  })
  .meta({ id: 'TunnelPoll' });
export type PollAnswer = z.output<typeof pollAnswer>;
