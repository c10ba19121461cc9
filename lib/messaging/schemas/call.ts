import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';

export const callStates = ['ringing', 'active', 'ended'] as const;
export type CallState = (typeof callStates)[number];

export const callMedia = ['audio', 'video'] as const;

/** What one side of a call tells the other; the server keeps the state and passes it on. */
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

/** `expired`: nobody answered. `glare`: both called at once and the other call won. `gone`: a side had no connection any more. */
export const callEnds = ['rejected', 'busy', 'canceled', 'expired', 'glare', 'hangup', 'lost', 'gone'] as const;
export type CallEnd = (typeof callEnds)[number];

/** A call between two people; the id is the one its caller gave it, or `cll_…`. What they signal is not kept. */
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
  /** Since when a side that it needs has had no connection; null while none is missed. */
  silentSince: isoTime.nullable(),
});
export type CallRow = z.infer<typeof callRow>;

/** The one call of a conversation that has not ended; the id is the conversation's. */
export const callSlot = z.object({ callId: idText });

/** What two browsers tell each other about their line. */
export const MAX_SIGNAL_BYTES = 64 * 1024;
const sizeOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value) ?? '').length;
const signal = z
  .unknown()
  .refine((value) => sizeOf(value) <= MAX_SIGNAL_BYTES, `is larger than ${MAX_SIGNAL_BYTES} bytes`);

export const callInvite = z.object({
  callId: idText.exactOptional(),
  media: z.enum(callMedia),
  sdp: z.string().max(MAX_SIGNAL_BYTES).exactOptional(),
  lifetimeMs: z.int().min(30_000).max(120_000).default(60_000),
});
export type CallInvite = z.output<typeof callInvite>;

export const callSignal = z.object({
  callId: idText,
  type: z.enum(callEvents),
  /** Which of a person's devices speaks. */
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
/** What a device is told of a call that rings for it: all it takes to answer. */
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
