import type { CallRing } from '#lib/messaging/schemas/call.ts';
import type { CallRequest, CallState } from './call-state.ts';

/** The fields of a call before its devices are open. */
const blank = {
  hasMic: true,
  hasCamera: false,
  peerHasMic: true,
  peerHasCamera: false,
  local: null,
  remote: null,
  liveAt: null,
  trouble: null,
  ending: null,
} as const;

/** Returns the state of a call that this user starts. */
export const outgoingCall = (callId: string, { conversationId, peer, media }: CallRequest): CallState => ({
  ...blank,
  callId,
  conversationId,
  peer,
  media,
  isCaller: true,
  stage: 'asking',
});

/** Returns the state of a call that rings here. */
export const incomingCall = ({ callId, conversationId, media, callerId, callerName }: CallRing): CallState => ({
  ...blank,
  callId,
  conversationId,
  peer: { id: callerId, name: callerName },
  media,
  isCaller: false,
  stage: 'incoming',
});
