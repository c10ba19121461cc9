/** The version of the wire protocol; the WebSocket sub-protocol carries it too. */
export const TUNNEL_PROTOCOL = 1 as const;
export const TUNNEL_SUBPROTOCOL = 'tunnel.v1';

export const transports = ['websocket', 'sse', 'poll'] as const;
export type Transport = (typeof transports)[number];

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
