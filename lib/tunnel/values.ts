/** The version of the wire protocol; the WebSocket sub-protocol carries it too. */
export const TUNNEL_PROTOCOL = 1 as const;
export const TUNNEL_SUBPROTOCOL = 'tunnel.v1';

export const transports = ['websocket', 'sse', 'poll'] as const;
export type Transport = (typeof transports)[number];

/** After this silence the server pings a WebSocket. A client that receives nothing for 40 s reconnects. */
export const HEARTBEAT_SECONDS = 25;
export const SSE_HEARTBEAT_SECONDS = 15;
/** The server closes a WebSocket that has sent nothing for this long, not even a pong. */
export const SILENCE_SECONDS = 35;

export const MAX_CHANNELS = 50;
export const MAX_FRAME_BYTES = 16_384;
/** When more rows than this lie between a cursor and the head, the client fetches them over REST instead. */
export const MAX_RECOVERED = 100;
/** The maximum size of one write. */
export const MAX_MERGED_BYTES = 64 * 1024;
/** How much may queue for a client that does not read. */
export const MAX_QUEUED_BYTES = 1024 * 1024;
export const MAX_QUEUED_FRAMES = 512;
/** The maximum size of event data that travels between processes. Each process reads larger data from its row. */
export const MAX_INLINE_BYTES = 8 * 1024;
export const FRAMES_PER_SECOND = 20;
export const FRAMES_BURST = 40;
export const SUBSCRIBES_PER_MINUTE = 120;
export const MAX_POLL_SECONDS = 50;
export const DEFAULT_POLL_SECONDS = 25;
/** How long a client must wait to reconnect when its user has too many connections. */
export const CROWDED_SECONDS = 60;
/** When all clients must reconnect, their reconnects spread randomly over this time. */
export const RECONNECT_SPREAD_MS = 5_000;
/** How long before the end of a session its listeners are warned. */
export const EXPIRY_WARNING_SECONDS = 300;

export const closeCodes = {
  restart: 1012,
  badFrame: 4400,
  noSession: 4401,
  revoked: 4403,
  slow: 4408,
  tooMany: 4409,
  frameRate: 4429,
  silent: 4499,
} as const;
export type CloseCode = (typeof closeCodes)[keyof typeof closeCodes];

export const reconnectReasons = ['shutdown', 'max_duration', 'overload'] as const;
export type ReconnectReason = (typeof reconnectReasons)[number];
export const unsubscribedReasons = ['membership_ended', 'conversation_deleted', 'server'] as const;
export type UnsubscribedReason = (typeof unsubscribedReasons)[number];

/** Events of a conversation that raise its change counter and are recovered after a break. */
export const revisionedEvents = [
  'message.created',
  'message.updated',
  'message.deleted',
  'message.reaction',
  'conversation.updated',
  'member.joined',
  'member.left',
] as const;
/** Events between the two sides of a call, after the invitation. */
export const callSignals = [
  'call.ringing',
  'call.answer',
  'call.candidates',
  'call.select_answer',
  'call.negotiate',
  'call.reject',
  'call.busy',
  'call.hangup',
] as const;
/** Events of a conversation that are lost when no listener receives them. */
export const ephemeralEvents = ['read.updated', 'typing', 'call.invite', ...callSignals] as const;
export const personalEvents = [
  'inbox.state',
  'conversation.upserted',
  'conversation.removed',
  'session.expiring',
  'count',
] as const;
export const hintEvents = ['desk.changed'] as const;
export const tunnelEvents = [...revisionedEvents, ...ephemeralEvents, ...personalEvents, ...hintEvents] as const;
export type TunnelEventName = (typeof tunnelEvents)[number];

export const overviewAreas = [
  'threads',
  'drafts',
  'tasks',
  'verification',
  'moderation',
  'orders',
  'processes',
  'outbox',
  'refunds',
  'gas',
] as const;
export type OverviewArea = (typeof overviewAreas)[number];
