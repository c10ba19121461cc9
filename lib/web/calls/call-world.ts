import type { Later } from '#lib/web/named-timers.ts';
import type { CallDevices } from './call-devices.ts';
import type { CallWire } from './call-signals.ts';

/** What a call needs from the browser and the server. */
export type CallWorld = {
  /** The id of this device of the user. */
  readonly partyId: string;
  readonly wire: CallWire;
  readonly devices: CallDevices;
  readonly openPeer: (config: RTCConfiguration) => RTCPeerConnection;
  readonly openStream: () => MediaStream;
  readonly newCallId: () => string;
  /** The server's time. */
  readonly now: () => number;
  readonly later: Later;
};
