import type { CallRing } from '#lib/messaging/schemas/call.ts';
import { ApiProblem } from '#lib/web/api/api-client.ts';
import { NamedTimers } from '#lib/web/named-timers.ts';
import { CallConnection } from './call-connection.ts';
import { endingOfHangup, endingOfInvitation, endingOfSignal } from './call-endings.ts';
import { CallSender } from './call-sender.ts';
import type { ReceivedSignal, SentSignal } from './call-signals.ts';
import type { CallEnding, CallMedia, CallRequest, CallState } from './call-state.ts';
import type { CallTracks } from './call-tracks.ts';
import type { CallWorld } from './call-world.ts';
import { incomingCall, outgoingCall } from './new-call.ts';

/** How long to wait for the tunnel before sending a signal whose answer arrives over it. */
const HEARING_MS = 5000;
/** The server ends an unanswered call. Its signal may still be on its way. */
const GRACE_MS = 3000;
/** The other side's call has won, and its ring is on its way. */
const YIELD_MS = 5000;
/** The signals by which one device of a user decides about a call for all of them. */
const decisions: readonly string[] = ['answer', 'reject', 'busy'];

/**
 * One call as one device of one side sees it. The called side makes the first offer together with the answer. So only
 * the device that accepted ever negotiates, and a device that missed the ring can still answer.
 */
export class CallSession {
  readonly #world: CallWorld;
  readonly #myId: string;
  readonly #changed: () => void;
  readonly #timers: NamedTimers<'expiry' | 'hearing' | 'yield'>;
  readonly #sender: CallSender;
  readonly #connection: CallConnection;
  readonly #subscribing: Promise<void>;
  readonly #stopListening: () => void;
  #state: CallState;
  /** The device of the other side that has accepted the call. */
  #peerParty: string | undefined;
  /** The server knows the call and was not told of its end. */
  #isOpen: boolean;
  #yieldsTo: string | null = null;
  /** The number of descriptions sent. */
  #said = 0;
  /** The server has accepted our answer. */
  #hasAnswered = false;

  private constructor(world: CallWorld, myId: string, state: CallState, ring: CallRing | null, changed: () => void) {
    this.#world = world;
    this.#myId = myId;
    this.#state = state;
    this.#changed = changed;
    this.#isOpen = ring !== null;
    this.#timers = new NamedTimers(world.later);
    this.#sender = new CallSender(
      (signal) => this.#post(signal),
      (signal, problem) => this.#over(endingOfSignal(signal, problem, this.#state)),
      world.later,
    );
    this.#connection = this.#openConnection();
    if (ring) this.#connection.setIceServers(ring.iceServers);
    let subscribed = () => {};
    this.#subscribing = new Promise((resolve) => {
      subscribed = resolve;
      this.#timers.set('hearing', HEARING_MS, resolve);
    });
    this.#stopListening = world.wire.listen(state.conversationId, {
      signal: (signal) => this.#receive(signal),
      joined: () => {
        subscribed();
        this.#connection.nudge();
      },
      left: () => this.#end('lost'),
    });
  }

  /** Calls a user. Opens the devices first, so that no call rings before its caller can speak. */
  static call(world: CallWorld, myId: string, request: CallRequest, changed: () => void) {
    const session = new CallSession(world, myId, outgoingCall(world.newCallId(), request), null, changed);
    void session.#invite();
    return session;
  }

  /** Starts an incoming call. */
  static ring(world: CallWorld, myId: string, ring: CallRing, changed: () => void) {
    const session = new CallSession(world, myId, incomingCall(ring), ring, changed);
    session.#expireAt(ring.expiresAt, 'canceled');
    return session;
  }

  /** Tells the caller that it rings. */
  announce(): void {
    this.#sender.send({ type: 'ringing' });
  }

  get state(): CallState {
    return this.#state;
  }

  get isOver(): boolean {
    return this.#state.stage === 'ended';
  }

  /** Returns whether the other side's call between the same two users replaces this one. */
  yieldsTo({ callId, conversationId }: CallRing): boolean {
    const { stage, isCaller } = this.#state;
    if (!isCaller || conversationId !== this.#state.conversationId) return false;
    // The server lets the lower id win. Until it knows our call, theirs is the only one.
    const isWaiting = stage === 'asking' || stage === 'calling' || stage === 'ringing';
    return isWaiting && (stage === 'asking' || this.#yieldsTo !== null || callId < this.#state.callId);
  }

  /** Accepts the call. Without the required devices it keeps ringing and shows the problem. */
  async accept(media: CallMedia, adopted: CallTracks | null = null): Promise<void> {
    if (this.#state.stage !== 'incoming') return;
    this.#set({ stage: 'asking', trouble: null });
    if (!(await this.#connection.openTracks(media, adopted))) {
      if (!this.isOver) this.#set({ stage: 'incoming' });
      return;
    }
    await this.#subscribing;
    if (this.isOver) return;
    this.#set({ stage: 'connecting' });
    this.#timers.clear('expiry');
    this.#connection.openLink(this.#state);
    await this.#connection.begin();
  }

  setMic(isOn: boolean): void {
    this.#connection.setMic(isOn);
  }

  async setCamera(isOn: boolean): Promise<void> {
    await this.#connection.setCamera(isOn);
  }

  async nextCamera(): Promise<void> {
    await this.#connection.nextCamera();
  }

  /**
   * Hangs up, cancels or rejects, depending on the stage. `isLeaving`: the page closes, so nothing can be waited for.
   */
  hangUp(isLeaving = false): void {
    if (!this.isOver) this.#finish('hangup', isLeaving);
  }

  /** Tells a second caller at once that this user is busy. */
  refuseAsBusy(): void {
    this.#finish('hangup', false, 'busy');
  }

  /** Ends this call without a signal and returns its devices for the call that replaces it. */
  giveWay(): CallTracks | null {
    const tracks = this.#connection.releaseTracks();
    this.#isOpen = false;
    this.#end('inProgress');
    return tracks;
  }

  async #invite(): Promise<void> {
    const { media, conversationId, callId } = this.#state;
    if (!(await this.#connection.openTracks(media, null))) {
      this.#end('devices');
      return;
    }
    await this.#subscribing;
    if (this.isOver) return;
    this.#set({ stage: 'calling' });
    try {
      const { expiresAt, iceServers } = await this.#world.wire.invite(conversationId, { callId, media });
      this.#connection.setIceServers(iceServers);
      this.#isOpen = true;
      if (this.isOver && this.#state.ending !== 'inProgress') this.#finish('hangup', false);
      else if (this.#state.stage !== 'connecting') this.#expireAt(expiresAt, 'noAnswer');
    } catch (error) {
      const otherCallId = error instanceof ApiProblem ? error.details.activeCallId : undefined;
      if (otherCallId !== undefined) this.#yield(otherCallId);
      else this.#end(endingOfInvitation(error));
    }
  }

  #openConnection(): CallConnection {
    return new CallConnection(this.#world, {
      changed: (patch) => this.#set(patch),
      description: (description) => this.#describe(description),
      candidate: (candidate) => this.#sender.addCandidate(candidate, this.#peerParty),
      live: () => this.#set({ stage: 'live', liveAt: this.#state.liveAt ?? this.#world.now() }),
      away: () => this.#set({ stage: 'reconnecting' }),
      ended: (ending) => this.#finish(ending, false),
      isSaid: () => this.#sender.isIdle,
    });
  }

  #describe(description: RTCSessionDescriptionInit): void {
    const isFirst = this.#said === 0;
    this.#said += 1;
    const first = this.#state.isCaller ? 'select_answer' : 'answer';
    const to = this.#peerParty === undefined ? {} : { to: this.#peerParty };
    this.#sender.send({ type: isFirst ? first : 'negotiate', payload: { ...to, description } });
  }

  #receive(signal: ReceivedSignal): void {
    const { event, callId, userId, partyId, payload } = signal;
    const { callId: mine, isCaller } = this.#state;
    if (callId !== mine || this.isOver || partyId === this.#world.partyId) return;
    if (event === 'hangup') this.#handleEnd(signal);
    else if (userId === this.#myId) {
      if (decisions.includes(event)) this.#heardElsewhere();
    } else if (event === 'reject' || event === 'busy') this.#over(event === 'busy' ? 'busy' : 'declined');
    else if (event === 'ringing' && this.#state.stage === 'calling') this.#set({ stage: 'ringing' });
    else if (payload.to !== undefined && payload.to !== this.#world.partyId) this.#heardElsewhere();
    else if (payload.description || payload.candidates) this.#handleConnection(partyId, payload, isCaller);
  }

  /** The other side has hung up, or the server says why the call is over. */
  #handleEnd(signal: ReceivedSignal): void {
    if (signal.userId === null && signal.reason === 'glare') {
      this.#isOpen = false;
      this.#yield('');
      return;
    }
    this.#over(endingOfHangup(signal, { isCaller: this.#state.isCaller, hasLink: this.#connection.hasLink }));
  }

  /** The call goes on at another device of this user, or the caller has chosen one. A caller stays. */
  #heardElsewhere(): void {
    if (!this.#state.isCaller) this.#over('elsewhere');
  }

  #handleConnection(partyId: string, payload: ReceivedSignal['payload'], isCaller: boolean): void {
    if (this.#peerParty !== undefined && this.#peerParty !== partyId) return;
    if (isCaller && !this.#connection.hasLink) {
      // A repeated offer also counts as an answer, because the first may have been lost.
      if (!payload.description || !this.#connection.hasTracks) return;
      this.#timers.clear('expiry');
      this.#set({ stage: 'connecting' });
      this.#peerParty = partyId;
      this.#connection.openLink(this.#state);
    }
    this.#peerParty = partyId;
    this.#connection.take(payload);
  }

  /** Both sides have called at once and the other call has won. It is about to ring here. */
  #yield(callId: string): void {
    this.#yieldsTo = callId;
    this.#timers.set('yield', YIELD_MS, () => this.#end('inProgress'));
  }

  #expireAt(expiresAt: string, ending: CallEnding): void {
    const left = Math.max(Date.parse(expiresAt) - this.#world.now(), 0);
    this.#timers.set('expiry', left + GRACE_MS, () => this.#over(ending));
  }

  /**
   * Ends the call here and sends the last signal after the pending ones: an answer that arrives after its own end
   * would stay.
   */
  #finish(ending: CallEnding, isLeaving: boolean, word?: 'busy'): void {
    const { isOpen, said } = { isOpen: this.#isOpen, said: this.#sender.close() };
    this.#isOpen = false;
    this.#end(ending);
    if (!isOpen) return;
    const speak = () => {
      const type = word ?? (this.#state.isCaller || this.#hasAnswered ? 'hangup' : 'reject');
      this.#post({ type }, true).catch(() => undefined); // it was already over, or its timeout will end it
    };
    if (isLeaving) speak();
    else void said.then(speak);
  }

  /** The call has ended on the other side. */
  #over(ending: CallEnding): void {
    this.#isOpen = false;
    this.#end(ending);
  }

  #end(ending: CallEnding): void {
    if (this.isOver) return;
    this.#timers.clearAll();
    void this.#sender.close();
    this.#stopListening();
    this.#connection.close();
    this.#set({ stage: 'ended', ending, local: null, remote: null });
  }

  async #post({ type, payload }: SentSignal, isLast = false): Promise<void> {
    const { conversationId, callId } = this.#state;
    const { wire, partyId } = this.#world;
    await wire.signal(conversationId, { callId, type, partyId, ...(payload && { payload }) }, isLast);
    if (type === 'answer') this.#hasAnswered = true;
  }

  #set(patch: Partial<CallState>): void {
    if (this.isOver) return;
    this.#state = { ...this.#state, ...patch };
    this.#changed();
  }
}
