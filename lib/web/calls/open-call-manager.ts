import type { CallInvited } from '#lib/messaging/schemas/call.ts';
import { post } from '#lib/web/api/api-client.ts';
import type { TunnelDoor } from '#lib/web/tunnel/door.ts';
import { openDevices } from './call-devices.ts';
import { CallManager } from './call-manager.ts';
import { type CallWire, signalOf } from './call-signals.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Opens the calls of this tab over the real browser. */
export function openCallManager(door: TunnelDoor, myId: string): CallManager {
  return new CallManager(
    {
      partyId: randomId('pty_'),
      wire: wireOver(door),
      devices: openDevices(navigator.mediaDevices),
      openPeer: (config) => new RTCPeerConnection(config),
      openStream: () => new MediaStream(),
      newCallId: () => randomId('cll_'),
      now: () => Date.now() + door.clockOffsetMs,
      later(work, ms) {
        const timer = setTimeout(work, ms);
        return () => clearTimeout(timer);
      },
    },
    myId,
  );
}

function wireOver(door: TunnelDoor): CallWire {
  const path = (conversationId: string, route: string) => `/api/conversations/${conversationId}/${route}`;
  return {
    invite: (conversationId, body) => post<CallInvited>(path(conversationId, 'call-invite'), body),
    signal: (conversationId, body, isLast = false) =>
      post(path(conversationId, 'call-event'), body, { keepalive: isLast }),
    listen: (conversationId, listener) =>
      door.listen(`conversation:${conversationId}`, (update) => {
        if (update.event === 'joined') listener.joined();
        else if (update.event === 'left' || update.event === 'refused') listener.left();
        else {
          const signal = 'data' in update ? signalOf(update.event, update.data) : null;
          if (signal) listener.signal(signal);
        }
      }),
  };
}

/** Generates an id like the server's: twenty characters that cannot be guessed. */
function randomId(prefix: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(20));
  return prefix + [...bytes].map((byte) => alphabet[byte % alphabet.length]).join('');
}
