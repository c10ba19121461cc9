import type { CallRow } from '#lib/messaging/schemas/call.ts';

export type CallMedia = CallRow['media'];

/**
 * `asking`: for microphone and camera. `incoming`: it rings here. `calling`: it is about to ring there. `ringing`: it
 * rings there.
 */
export type CallStage =
  | 'asking'
  | 'calling'
  | 'ringing'
  | 'incoming'
  | 'connecting'
  | 'live'
  | 'reconnecting'
  | 'ended';

/** Why a device is not available. `insecure`: browsers allow none on a page without https. */
export type DeviceTrouble = 'denied' | 'missing' | 'taken' | 'insecure';
export type Trouble = { readonly device: 'microphone' | 'camera'; readonly why: DeviceTrouble };

/**
 * How a call ended, as this side is told. `canceled`: the caller gave up. `over`: it had ended before the answer.
 * `gone`: the other side has no connection any more. `elsewhere`: another device has accepted it. `inProgress`: the
 * two are already talking on another device. `devices`: there is no microphone. `blocked`, `restricted`, `tooOften`,
 * `offline`: why the server did not accept it. `refused`: any other reason.
 */
export type CallEnding =
  | 'hangup'
  | 'declined'
  | 'busy'
  | 'noAnswer'
  | 'canceled'
  | 'elsewhere'
  | 'inProgress'
  | 'over'
  | 'gone'
  | 'lost'
  | 'failed'
  | 'devices'
  | 'blocked'
  | 'restricted'
  | 'tooOften'
  | 'offline'
  | 'refused';

export type Peer = { readonly id: string; readonly name: string };

/** A call as it is shown. */
export type CallState = {
  readonly callId: string;
  readonly conversationId: string;
  readonly peer: Peer;
  readonly media: CallMedia;
  readonly isCaller: boolean;
  readonly stage: CallStage;
  readonly hasMic: boolean;
  readonly hasCamera: boolean;
  /** The devices that the other side reports. */
  readonly peerHasMic: boolean;
  readonly peerHasCamera: boolean;
  readonly local: MediaStream | null;
  readonly remote: MediaStream | null;
  /** When the two sides were first connected, by this browser's clock. */
  readonly liveAt: number | null;
  readonly trouble: Trouble | null;
  readonly ending: CallEnding | null;
};

/** The request to call: the conversation, the other side and the media. */
export type CallRequest = { readonly conversationId: string; readonly peer: Peer; readonly media: CallMedia };
