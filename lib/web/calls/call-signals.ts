import type { CallEvent, CallInvited, CallRing } from '#lib/messaging/schemas/call.ts';
import type { CallMedia } from './call-state.ts';

/** What two browsers tell each other about their line. `to` is the device meant. */
export type Payload = {
  readonly to?: string;
  readonly description?: RTCSessionDescriptionInit;
  readonly candidates?: readonly RTCIceCandidateInit[];
};
/** A signal as the tunnel brings it. `userId` is null where the server itself has ended the call. */
export type HeardSignal = {
  readonly event: CallEvent;
  readonly callId: string;
  readonly userId: string | null;
  readonly partyId: string;
  readonly reason: string;
  readonly payload: Payload;
};
export type SentSignal = { readonly type: CallEvent; readonly payload?: Payload };

/** How a call reaches the server and hears from it. What it is refused with is an `ApiProblem`. */
export type CallWire = {
  invite(conversationId: string, body: { readonly callId: string; readonly media: CallMedia }): Promise<CallInvited>;
  /** `isLast`: the page may be on its way out, and the word has to arrive all the same. */
  signal(
    conversationId: string,
    body: SentSignal & { readonly callId: string; readonly partyId: string },
    isLast?: boolean,
  ): Promise<unknown>;
  /** Hears the signals of a conversation; `joined` each time it is (again) being heard, `left` when it no longer is. */
  listen(conversationId: string, hears: CallHears): () => void;
};
export type CallHears = { signal(signal: HeardSignal): void; joined(): void; left(): void };

const signalNames: readonly string[] = [
  'call.ringing',
  'call.answer',
  'call.candidates',
  'call.select_answer',
  'call.negotiate',
  'call.reject',
  'call.hangup',
  'call.busy',
];

/** A tunnel event read as a signal; null for all that is none. The other browser has written it, so nothing is taken on trust. */
export function signalOf(event: string, data: unknown): HeardSignal | null {
  if (!signalNames.includes(event) || !isRecord(data) || typeof data.callId !== 'string') return null;
  return {
    event: event.slice('call.'.length) as CallEvent, // one of the names above
    callId: data.callId,
    userId: typeof data.userId === 'string' ? data.userId : null,
    partyId: typeof data.partyId === 'string' ? data.partyId : '',
    reason: typeof data.reason === 'string' ? data.reason : '',
    payload: payloadOf(data.payload),
  };
}

function payloadOf(payload: unknown): Payload {
  if (!isRecord(payload)) return {};
  const { to, description, candidates } = payload;
  return {
    ...(typeof to === 'string' && { to }),
    ...(isDescription(description) && { description }),
    ...(Array.isArray(candidates) && { candidates: candidates.filter(isRecord) as RTCIceCandidateInit[] }),
  };
}

const isDescription = (value: unknown): value is RTCSessionDescriptionInit =>
  isRecord(value) && (value.type === 'offer' || value.type === 'answer') && typeof value.sdp === 'string';

/** A tunnel event read as a call that rings; the server has written it. */
export const ringIn = (event: string, data: unknown): CallRing | null =>
  event === 'call.invite' && isRecord(data) && typeof data.callId === 'string' ? (data as CallRing) : null;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
