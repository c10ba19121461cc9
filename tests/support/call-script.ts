import { callTransitionOf, winsGlare } from '#lib/messaging/calls/call-states.ts';
import type { CallEvent, CallRing, CallState } from '#lib/messaging/schemas/call.ts';
import { ApiProblem } from '#lib/web/api/api-client.ts';
import { type CallDevices, NoDevice } from '#lib/web/calls/call-devices.ts';
import { CallManager } from '#lib/web/calls/call-manager.ts';
import { type CallListener, type CallWire, signalOf } from '#lib/web/calls/call-signals.ts';
import type { CallMedia, Trouble } from '#lib/web/calls/call-state.ts';
import { FakeNetwork, type FakePeer, FakeStream, FakeTrack } from './fake-peer.ts';
import type { HandClock } from './hand-clock.ts';

const LATENCY_MS = 5;
const LIFETIME_MS = 60_000;

type Kept = { readonly ring: CallRing; readonly calleeId: string; state: CallState };
type Listening = { readonly partyId: string; readonly conversationId: string; readonly hears: CallListener };
type Told = { readonly event: string; readonly data: Record<string, unknown> };
export type Device = {
  readonly desk: CallManager;
  readonly userId: string;
  readonly partyId: string;
  /** Every track that this device has opened. */
  readonly tracks: FakeTrack[];
  readonly peers: FakePeer[];
  /** The error with which the device's microphone or camera fails. */
  trouble: Trouble | null;
  /** While this is not null, devices stay closed. The device replaces it with a function that opens them. */
  permit: (() => void) | null;
};

const callId = (n: number) => `cll_${String(n).padStart(20, '0')}`;

/**
 * A server for calls with the product's own table of transitions. It rings, passes signals on after a delay, and
 * refuses as the real server does. A test can lose tunnel events, make the server unreachable, and cut the media.
 */
export class CallScript {
  readonly #clock: HandClock;
  readonly network = new FakeNetwork();
  readonly calls = new Map<string, Kept>();
  readonly devices: Device[] = [];
  #listeners: Listening[] = [];
  #count = 0;
  /** What devices sent to the server, in order. */
  readonly said: string[] = [];
  isAway = false;
  /** The error with which the server refuses every invitation. */
  refusal: { readonly status: number; readonly code: string } | null = null;
  /** True when a device must miss this event. */
  loses: (event: string, partyId: string) => boolean = () => false;

  constructor(clock: HandClock) {
    this.#clock = clock;
  }

  open(userId: string, partyId: string): Device {
    const peers: FakePeer[] = [];
    const device: Omit<Device, 'desk'> = { userId, partyId, tracks: [], peers, trouble: null, permit: null };
    const desk = new CallManager(
      {
        partyId,
        wire: this.#wireOf(userId, partyId),
        devices: this.#devicesOf(() => made),
        openPeer: () => {
          const peer = this.network.open();
          peers.push(peer);
          return peer as unknown as RTCPeerConnection; // as much of it as a call uses
        },
        openStream: () => new FakeStream() as unknown as MediaStream,
        newCallId: () => {
          this.#count += 1;
          return callId(this.#count);
        },
        now: this.#clock.now,
        later: this.#clock.later,
      },
      userId,
    );
    const made: Device = Object.assign(device, { desk });
    this.devices.push(made);
    return made;
  }

  /** Sets the number of the next call. */
  number(next: number): void {
    this.#count = next - 1;
  }

  #wireOf(userId: string, partyId: string): CallWire {
    return {
      invite: (conversationId, body) => this.#answer(() => this.#invite(userId, conversationId, body)),
      signal: (conversationId, { callId: id, type, payload }) =>
        this.#answer(() => {
          this.said.push(`${partyId} ${type}`);
          this.#move(userId, id, type);
          this.#tell(conversationId, { event: `call.${type}`, data: { callId: id, userId, partyId, payload } });
        }),
      listen: (conversationId, hears) => {
        const one = { partyId, conversationId, hears };
        this.#listeners.push(one);
        this.#clock.later(() => hears.joined(), LATENCY_MS);
        return () => {
          this.#listeners = this.#listeners.filter((other) => other !== one);
        };
      },
    };
  }

  /** Ends a call on the server's own initiative. */
  endByServer(id: string, reason: string): void {
    const call = this.calls.get(id);
    if (!call) throw new Error('there is no such call');
    call.state = 'ended';
    this.#tell(call.ring.conversationId, { event: 'call.hangup', data: { callId: id, userId: null, reason } });
  }

  /** Reconnects the tunnel of every device after an outage. */
  rejoin(): void {
    for (const { hears } of this.#listeners) hears.joined();
  }

  #invite(userId: string, conversationId: string, { callId: id, media }: { callId: string; media: CallMedia }) {
    this.said.push(`${userId} invite`);
    if (this.refusal) throw problem(this.refusal.status, this.refusal.code);
    const [calleeId = ''] = conversationId.split('+').filter((one) => one !== userId);
    const held = [...this.calls].find(([, one]) => one.ring.conversationId === conversationId && one.state !== 'ended');
    if (held) {
      const [heldId, { ring, state }] = held;
      if (state !== 'ringing' || ring.callerId === userId || !winsGlare(id, heldId))
        throw problem(409, 'CallInProgress', { activeCallId: heldId });
      this.endByServer(heldId, 'glare');
    }
    const expiresAt = new Date(this.#clock.now() + LIFETIME_MS).toISOString();
    const ring = { callId: id, conversationId, callerId: userId, callerName: userId, media, expiresAt, iceServers: [] };
    this.calls.set(id, { ring, calleeId, state: 'ringing' });
    this.#clock.later(() => {
      for (const device of this.devices) if (device.userId === calleeId) device.desk.ring(ring);
    }, LATENCY_MS);
    return { callId: id, expiresAt, iceServers: [] };
  }

  #move(userId: string, id: string, type: CallEvent): void {
    const call = this.calls.get(id);
    if (!call || call.state === 'ended') throw problem(409, 'CallEnded');
    const move = callTransitionOf(call.state, type, call.ring.callerId === userId ? 'caller' : 'callee');
    if (!move) throw problem(409, 'InvalidTransition');
    call.state = move.to;
  }

  #tell(conversationId: string, { event, data }: Told): void {
    for (const one of this.#listeners) {
      if (one.conversationId !== conversationId || this.loses(event, one.partyId)) continue;
      const signal = signalOf(event, structuredClone(data));
      this.#clock.later(() => signal && this.#listeners.includes(one) && one.hears.signal(signal), LATENCY_MS);
    }
  }

  #answer<T>(work: () => T): Promise<T> {
    return new Promise((resolve, reject) =>
      this.#clock.later(() => {
        try {
          if (this.isAway) throw problem(0, 'Unreachable');
          resolve(work());
        } catch (error) {
          reject(error);
        }
      }, LATENCY_MS),
    );
  }

  #devicesOf(device: () => Device): CallDevices {
    const track = (kind: 'audio' | 'video', id?: string) => {
      const made = new FakeTrack(kind, id);
      device().tracks.push(made);
      return made;
    };
    const assertFree = (name: Trouble['device']) => {
      const { trouble } = device();
      if (trouble?.device === name) throw new NoDevice(trouble);
    };
    return {
      open: async (media) => {
        if (device().permit)
          await new Promise<void>((resolve) => {
            device().permit = resolve;
          });
        assertFree('microphone');
        const hasCamera = media === 'video' && device().trouble === null;
        const tracks = [track('audio'), ...(hasCamera ? [track('video')] : [])];
        const stream = new FakeStream(...tracks) as unknown as MediaStream;
        return { stream, trouble: media === 'video' ? device().trouble : null };
      },
      camera: async (after) => {
        assertFree('camera');
        return track('video', after === undefined ? 'front' : 'back') as unknown as MediaStreamTrack;
      },
    };
  }
}

const problem = (statusCode: number, code: string, details: Record<string, string> = {}) =>
  new ApiProblem({ error: 'Conflict', message: code, statusCode, details: { code, ...details } });
