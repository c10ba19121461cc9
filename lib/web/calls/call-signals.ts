import type { CallEvent, CallInvited, CallRing } from '#lib/messaging/schemas/call.ts';
import { callSignals } from '#lib/tunnel/values.ts';
import type { CallMedia } from './call-state.ts';

/** What two browsers tell each other about their connection. `to` is the target device. */
export type Payload = {
  readonly to?: string;
  readonly description?: RTCSessionDescriptionInit;
  readonly candidates?: readonly RTCIceCandidateInit[];
};
/** A signal from the tunnel. `userId` is null when the server itself has ended the call. */
export type ReceivedSignal = {
  readonly event: CallEvent;
  readonly callId: string;
  readonly userId: string | null;
  readonly partyId: string;
  readonly reason: string;
  readonly payload: Payload;
};
export type SentSignal = { readonly type: CallEvent; readonly payload?: Payload };

/** Sends the signals of a call to the server and receives them. A refusal is an `ApiProblem`. */
export type CallWire = {
  invite(conversationId: string, body: { readonly callId: string; readonly media: CallMedia }): Promise<CallInvited>;
  /** `isLast`: the page may be closing, and the signal must still arrive. */
  signal(
    conversationId: string,
    body: SentSignal & { readonly callId: string; readonly partyId: string },
    isLast?: boolean,
  ): Promise<unknown>;
  /**
   * Subscribes to the signals of a conversation. `joined` is called each time the subscription is established, `left`
   * when it ends.
   */
  listen(conversationId: string, hears: CallListener): () => void;
};
export type CallListener = { signal(signal: ReceivedSignal): void; joined(): void; left(): void };

const signalNames: readonly string[] = callSignals;

/**
 * Parses a tunnel event as a signal. Returns null for any other event. The other browser wrote it, so every field is
 * checked.
 */
export function signalOf(event: string, data: unknown): ReceivedSignal | null {
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

/** Parses a tunnel event as an incoming call. The server wrote it. */
export const ringIn = (event: string, data: unknown): CallRing | null =>
  event === 'call.invite' && isRecord(data) && typeof data.callId === 'string' ? (data as CallRing) : null;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
