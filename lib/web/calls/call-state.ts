import type { CallRow } from '#lib/messaging/schemas/call.ts';

export type CallMedia = CallRow['media'];

/** `asking`: for microphone and camera. `incoming`: it rings here. `calling`, `ringing`: it does, or is to, over there. */
export type CallStage =
  | 'asking'
  | 'calling'
  | 'ringing'
  | 'incoming'
  | 'connecting'
  | 'live'
  | 'reconnecting'
  | 'ended';

/** Why a device cannot be had. `insecure`: browsers give none to a page without https. */
export type DeviceTrouble = 'denied' | 'missing' | 'taken' | 'insecure';
export type Trouble = { readonly device: 'microphone' | 'camera'; readonly why: DeviceTrouble };

/**
 * How a call ended, as this side is told. `canceled`: the caller gave up. `over`: it had ended when one answered. `gone`: the
 * other side has no connection any more. `elsewhere`: another device has taken it.
 * `inProgress`: the two talk already, on some other device. `devices`: there is no microphone. `blocked`, `restricted`,
 * `tooOften`, `offline`: why the server was not to be had for it; `refused`: for any other reason.
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
  /** What the other side says of its own. */
  readonly peerHasMic: boolean;
  readonly peerHasCamera: boolean;
  readonly local: MediaStream | null;
  readonly remote: MediaStream | null;
  /** When the two first heard each other, by this browser's clock. */
  readonly liveAt: number | null;
  readonly trouble: Trouble | null;
  readonly ending: CallEnding | null;
};

/** Who asks whom for what. */
export type CallRequest = { readonly conversationId: string; readonly peer: Peer; readonly media: CallMedia };
