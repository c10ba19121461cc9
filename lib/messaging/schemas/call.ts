import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { RING_MS } from '#lib/messaging/limits.ts';

export const callStates = ['ringing', 'active', 'ended'] as const;
export type CallState = (typeof callStates)[number];

export const callMedia = ['audio', 'video'] as const;

/** The signals that one side of a call sends to the other. The server tracks the state and forwards the signal. */
export const callEvents = [
  'ringing',
  'answer',
  'candidates',
  'select_answer',
  'negotiate',
  'reject',
  'hangup',
  'busy',
] as const;
export type CallEvent = (typeof callEvents)[number];

/**
 * `expired`: not answered in time. `glare`: both called at once and the other call won. `gone`: a side lost its
 * connection.
 */
export const callEnds = ['rejected', 'busy', 'canceled', 'expired', 'glare', 'hangup', 'lost', 'gone'] as const;
export type CallEnd = (typeof callEnds)[number];

/** A call between two users. The id comes from the caller or is `cll_…`. Signal payloads are not stored. */
export const callRow = z.object({
  conversationId: idText,
  callerId: idText,
  calleeId: idText,
  media: z.enum(callMedia),
  state: z.enum(callStates),
  createdAt: isoTime,
  expiresAt: isoTime,
  answeredAt: isoTime.nullable(),
  endedAt: isoTime.nullable(),
  endReason: z.enum(callEnds).nullable(),
  /** Since when a side that the call needs has had no connection; null while no such side is missing. */
  silentSince: isoTime.nullable(),
});
export type CallRow = z.infer<typeof callRow>;

/** The conversation's one call that has not ended. The id is the id of the conversation. */
export const callSlot = z.object({ callId: idText });

/** The payload that two browsers exchange about their connection. */
export const MAX_SIGNAL_BYTES = 64 * 1024;
const sizeOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value) ?? '').length;
const signal = z
  .unknown()
  .refine((value) => sizeOf(value) <= MAX_SIGNAL_BYTES, `is larger than ${MAX_SIGNAL_BYTES} bytes`);

export const callInvite = z.object({
  callId: idText.exactOptional(),
  media: z.enum(callMedia),
  sdp: z.string().max(MAX_SIGNAL_BYTES).exactOptional(),
  lifetimeMs: z.int().min(RING_MS.least).max(RING_MS.most).default(RING_MS.usual),
});
export type CallInvite = z.output<typeof callInvite>;

export const callSignal = z.object({
  callId: idText,
  type: z.enum(callEvents),
  /** The device that sends the signal. */
  partyId: idText,
  payload: signal.exactOptional(),
});
export type CallSignal = z.output<typeof callSignal>;

const iceServer = z.object({
  urls: z.union([z.string(), z.array(z.string())]),
  username: z.string().exactOptional(),
  credential: z.string().exactOptional(),
});
export const callInvited = z.object({ callId: idText, expiresAt: isoTime, iceServers: z.array(iceServer) });
export type CallInvited = z.infer<typeof callInvited>;
/** What a device receives about a call that rings for it: everything needed to answer. */
export type CallRing = {
  readonly callId: string;
  readonly conversationId: string;
  readonly callerId: string;
  readonly callerName: string;
  readonly media: CallRow['media'];
  readonly expiresAt: string;
  readonly iceServers: CallInvited['iceServers'];
  readonly sdp?: string;
};
export const callDelivered = z.object({ delivered: z.boolean() });
