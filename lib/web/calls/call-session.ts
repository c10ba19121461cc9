import type { CallRing } from '#lib/messaging/schemas/call.ts';
import { ApiProblem } from '#lib/web/api/api-client.ts';
import { type Later, NamedTimers } from '#lib/web/named-timers.ts';
import { type CallDevices, NoDevice } from './call-devices.ts';
import { CallLink } from './call-link.ts';
import { CallSender } from './call-sender.ts';
import type { CallWire, HeardSignal, SentSignal } from './call-signals.ts';
import type { CallEnding, CallMedia, CallRequest, CallState } from './call-state.ts';
import { CallTracks } from './call-tracks.ts';

/** How long to wait for the tunnel before sending a signal whose answer arrives over it. */
const HEARING_MS = 5000;
/** The server ends an unanswered call. Its signal may still be on its way. */
const GRACE_MS = 3000;
/** The other side's call has won, and its ring is on its way. */
const YIELD_MS = 5000;

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
  readonly #hearing: Promise<void>;
  readonly #stopListening: () => void;
  #state: CallState;
  #iceServers: RTCIceServer[];
  #tracks: CallTracks | null = null;
  #link: CallLink | null = null;
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
    this.#iceServers = ring?.iceServers.map((server) => ({ ...server })) ?? [];
    this.#timers = new NamedTimers(world.later);
    this.#sender = new CallSender(
      (signal) => this.#post(signal),
      (signal, problem) => this.#refused(signal, problem),
      world.later,
    );
    let heard = () => {};
    this.#hearing = new Promise((resolve) => {
      heard = resolve;
      this.#timers.set('hearing', HEARING_MS, resolve);
    });
    this.#stopListening = world.wire.listen(state.conversationId, {
      signal: (signal) => this.#hear(signal),
      joined: () => {
        heard();
        this.#link?.nudge();
      },
      left: () => this.#end('lost'),
    });
  }

  /** Calls a user. Opens the devices first, so that no call rings before its caller can speak. */
  static call(world: CallWorld, myId: string, { conversationId, peer, media }: CallRequest, changed: () => void) {
    const callId = world.newCallId();
    const state: CallState = { ...blank, callId, conversationId, peer, media, isCaller: true, stage: 'asking' };
    const session = new CallSession(world, myId, state, null, changed);
    void session.#invite();
    return session;
  }

  /** Starts an incoming call. */
  static ring(world: CallWorld, myId: string, ring: CallRing, changed: () => void) {
    const { callId, conversationId, media, callerId, callerName } = ring;
    const peer = { id: callerId, name: callerName };
    const state: CallState = { ...blank, callId, conversationId, peer, media, isCaller: false, stage: 'incoming' };
    const session = new CallSession(world, myId, state, ring, changed);
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
    if (!(await this.#openTracks(media, adopted))) {
      if (!this.isOver) this.#set({ stage: 'incoming' });
      return;
    }
    await this.#hearing;
    if (this.isOver || !this.#tracks) return;
    this.#set({ stage: 'connecting' });
    this.#timers.clear('expiry');
    const tracks = this.#tracks;
    await this.#openLink(tracks).begin(tracks.stream);
  }

  setMic(isOn: boolean): void {
    this.#tracks?.setMic(isOn);
  }

  async setCamera(isOn: boolean): Promise<void> {
    await this.#tracks?.setCamera(isOn);
  }

  async nextCamera(): Promise<void> {
    await this.#tracks?.nextCamera();
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
    const tracks = this.#tracks;
    this.#tracks = null;
    this.#isOpen = false;
    this.#end('inProgress');
    return tracks;
  }

  async #invite(): Promise<void> {
    const { media, conversationId, callId } = this.#state;
    if (!(await this.#openTracks(media, null))) {
      this.#end('devices');
      return;
    }
    await this.#hearing;
    if (this.isOver) return;
    this.#set({ stage: 'calling' });
    try {
      const { expiresAt, iceServers } = await this.#world.wire.invite(conversationId, { callId, media });
      this.#iceServers = iceServers.map((server) => ({ ...server }));
      this.#isOpen = true;
      if (this.isOver && this.#state.ending !== 'inProgress') this.#finish('hangup', false);
      else if (this.#state.stage !== 'connecting') this.#expireAt(expiresAt, 'noAnswer');
    } catch (error) {
      const otherCallId = error instanceof ApiProblem ? error.details.activeCallId : undefined;
      if (otherCallId !== undefined) this.#yield(otherCallId);
      else this.#end(refusalOf(error));
    }
  }

  /** Opens the devices for this call. Returns false without devices, or when the call has ended meanwhile. */
  async #openTracks(media: CallMedia, adopted: CallTracks | null): Promise<boolean> {
    const hears = {
      changed: ({ local, hasMic, hasCamera, trouble }: CallTracks['state']) => {
        this.#set({ local, hasMic, hasCamera, trouble });
        this.#link?.sendDevices({ hasMic, hasCamera });
      },
      replaced: (kind: 'audio' | 'video', track: MediaStreamTrack | null) => void this.#link?.send(kind, track),
    };
    try {
      const opened = adopted ? null : await this.#world.devices.open(media);
      const tracks = adopted ?? (opened && new CallTracks(this.#world.devices, opened, hears));
      if (!tracks || this.isOver) {
        tracks?.close();
        return false;
      }
      this.#tracks = tracks;
      tracks.handOver(hears);
      return true;
    } catch (error) {
      this.#set({ trouble: error instanceof NoDevice ? error.trouble : { device: 'microphone', why: 'taken' } });
      return false;
    }
  }

  #openLink({ stream, state }: CallTracks): CallLink {
    const { world, isCaller } = { world: this.#world, isCaller: this.#state.isCaller };
    const made = {
      peer: world.openPeer({ iceServers: this.#iceServers }),
      remote: world.openStream(),
      isPolite: !isCaller,
      later: world.later,
    };
    const link = new CallLink(made, {
      description: (description) => this.#describe(description),
      candidate: (candidate) => this.#sender.addCandidate(candidate, this.#peerParty),
      devices: ({ hasMic, hasCamera }) => this.#set({ peerHasMic: hasMic, peerHasCamera: hasCamera }),
      live: () => this.#set({ stage: 'live', liveAt: this.#state.liveAt ?? world.now() }),
      away: () => this.#set({ stage: 'reconnecting' }),
      gone: (wasLive) => this.#finish(wasLive ? 'lost' : 'failed', false),
      failed: () => this.#finish('failed', false),
      isSaid: () => this.#sender.isIdle,
    });
    this.#link = link;
    this.#set({ remote: made.remote, peerHasCamera: this.#state.media === 'video' });
    link.prepare(stream);
    link.sendDevices(state);
    return link;
  }

  #describe(description: RTCSessionDescriptionInit): void {
    const isFirst = this.#said === 0;
    this.#said += 1;
    const first = this.#state.isCaller ? 'select_answer' : 'answer';
    const to = this.#peerParty === undefined ? {} : { to: this.#peerParty };
    this.#sender.send({ type: isFirst ? first : 'negotiate', payload: { ...to, description } });
  }

  #hear({ event, callId, userId, partyId, reason, payload }: HeardSignal): void {
    const { callId: mine, isCaller } = this.#state;
    if (callId !== mine || this.isOver || partyId === this.#world.partyId) return;
    if (event === 'hangup') this.#heardEnd(userId, reason);
    else if (userId === this.#myId) this.#heardOwn(event);
    else if (event === 'reject' || event === 'busy') this.#over(event === 'busy' ? 'busy' : 'declined');
    else if (event === 'ringing' && this.#state.stage === 'calling') this.#set({ stage: 'ringing' });
    else if (payload.to !== undefined && payload.to !== this.#world.partyId) this.#heardOther();
    else if (payload.description || payload.candidates) this.#heardLine(partyId, payload, isCaller);
  }

  /** The other side has hung up, or the server says why the call is over. */
  #heardEnd(userId: string | null, reason: string): void {
    if (userId === null && reason === 'glare') {
      this.#isOpen = false;
      this.#yield('');
      return;
    }
    const { isCaller } = this.#state;
    if (userId === null && reason === 'expired') this.#over(isCaller ? 'noAnswer' : 'canceled');
    else if (userId === null) this.#over(reason === 'gone' ? 'gone' : 'lost');
    else this.#over(this.#link ? 'hangup' : 'canceled');
  }

  /** Another device of the same user has decided. */
  #heardOwn(event: HeardSignal['event']): void {
    const isDecision = event === 'answer' || event === 'reject' || event === 'busy';
    if (isDecision && !this.#state.isCaller) this.#over('elsewhere');
  }

  /** The caller has chosen another device. */
  #heardOther(): void {
    if (!this.#state.isCaller) this.#over('elsewhere');
  }

  #heardLine(partyId: string, { description, candidates }: HeardSignal['payload'], isCaller: boolean): void {
    if (this.#peerParty !== undefined && this.#peerParty !== partyId) return;
    if (isCaller && !this.#link) {
      // A repeated offer also counts as an answer, because the first may have been lost.
      if (!description || !this.#tracks) return;
      this.#timers.clear('expiry');
      this.#set({ stage: 'connecting' });
      this.#peerParty = partyId;
      this.#openLink(this.#tracks);
    }
    this.#peerParty = partyId;
    if (description) void this.#link?.take(description);
    if (candidates) void this.#link?.takeCandidates(candidates);
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

  /** The server refuses signals of a call that has ended or that another device has accepted. */
  #refused({ type }: SentSignal, { status, code }: ApiProblem): void {
    if (status !== 409) this.#over('refused');
    else if (type === 'answer' && code === 'InvalidTransition') this.#over('elsewhere');
    else if (this.#state.liveAt !== null || this.#state.isCaller) this.#over('hangup');
    // The user has pressed the button, so they are told why nothing happened.
    else this.#over(this.#state.stage === 'incoming' ? 'canceled' : 'over');
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
    this.#link?.close();
    this.#tracks?.close();
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

/** Returns why the server did not accept a call. It does not reveal which side has blocked the other. */
function refusalOf(error: unknown): CallEnding {
  if (!(error instanceof ApiProblem)) return 'refused';
  if (error.status === 0) return 'offline';
  if (error.status === 429) return 'tooOften';
  return error.code === 'Blocked' ? 'blocked' : error.code === 'AccountRestricted' ? 'restricted' : 'refused';
}

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
