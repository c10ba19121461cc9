type Handler<E> = ((event: E) => void) | null;
type Described = { readonly type: RTCSdpType; readonly sdp: string };

/** A microphone or camera track that only knows whether it is enabled and live. */
export class FakeTrack {
  readonly kind: 'audio' | 'video';
  readonly deviceId: string;
  enabled = true;
  readyState: 'live' | 'ended' = 'live';
  onended: (() => void) | null = null;

  constructor(kind: 'audio' | 'video', deviceId = `${kind}1`) {
    this.kind = kind;
    this.deviceId = deviceId;
  }

  getSettings = () => ({ deviceId: this.deviceId });
  stop = (): void => {
    this.readyState = 'ended';
  };
}

type FakeTransceiver = {
  readonly sender: { track: FakeTrack | null; replaceTrack(track: FakeTrack | null): Promise<void> };
  readonly receiver: { readonly track: FakeTrack };
  direction: string;
};

export class FakeStream {
  #tracks: FakeTrack[];
  constructor(...tracks: FakeTrack[]) {
    this.#tracks = tracks;
  }
  getTracks = () => [...this.#tracks];
  getAudioTracks = () => this.#tracks.filter(({ kind }) => kind === 'audio');
  getVideoTracks = () => this.#tracks.filter(({ kind }) => kind === 'video');
  addTrack = (track: FakeTrack) => void this.#tracks.push(track);
  removeTrack = (track: FakeTrack) => {
    this.#tracks = this.#tracks.filter((one) => one !== track);
  };
}

/**
 * The network between browsers. Peers connect when each holds the other's current description, made since the last cut.
 */
export class FakeNetwork {
  readonly peers: FakePeer[] = [];
  epoch = 0;
  isUp = true;

  open = (): FakePeer => {
    const peer = new FakePeer(this, this.peers.length);
    this.peers.push(peer);
    return peer;
  };

  /** Breaks every connection; only new descriptions restore them. */
  cut(): void {
    this.isUp = false;
    this.epoch += 1;
    for (const peer of this.peers) if (peer.connectionState === 'connected') peer.become('disconnected');
  }

  restore(): void {
    this.isUp = true;
    this.look();
  }

  look(): void {
    for (const one of this.peers)
      for (const other of this.peers) if (one !== other && this.#meet(one, other)) one.become('connected');
  }

  #meet(one: FakePeer, other: FakePeer): boolean {
    const isOpen = [one, other].every((peer) => peer.signalingState === 'stable' && peer.epoch === this.epoch);
    const knows = one.remoteDescription?.sdp === other.localDescription?.sdp && one.remoteDescription !== null;
    const isKnown = other.remoteDescription?.sdp === one.localDescription?.sdp;
    return this.isUp && isOpen && knows && isKnown && one.candidates > 0 && other.candidates > 0;
  }
}

/** As much of an RTCPeerConnection as a call uses, with the states of the W3C recommendation and no media. */
export class FakePeer {
  readonly id: number;
  readonly #network: FakeNetwork;
  readonly #transceivers: FakeTransceiver[] = [];
  signalingState: RTCSignalingState = 'stable';
  connectionState: RTCPeerConnectionState = 'new';
  localDescription: (Described & { toJSON(): Described }) | null = null;
  remoteDescription: Described | null = null;
  /** How many candidates of the other side this peer has received. */
  candidates = 0;
  epoch = -1;
  channel: FakeChannel | null = null;
  ontrack: Handler<{ track: FakeTrack }> = null;
  onicecandidate: Handler<{ candidate: { toJSON(): object } | null }> = null;
  onconnectionstatechange: (() => void) | null = null;
  onnegotiationneeded: (() => void) | null = null;
  #count = 0;

  constructor(network: FakeNetwork, id: number) {
    this.#network = network;
    this.id = id;
  }

  getTransceivers = () => this.#transceivers;

  addTransceiver(from: FakeTrack | 'audio' | 'video', _: object): FakeTransceiver {
    const kind = typeof from === 'string' ? from : from.kind;
    const sender: FakeTransceiver['sender'] = {
      track: typeof from === 'string' ? null : from,
      replaceTrack: async (track) => {
        sender.track = track;
      },
    };
    const made = { sender, receiver: { track: new FakeTrack(kind) }, direction: 'sendrecv' };
    this.#transceivers.push(made);
    return made;
  }

  createDataChannel(): FakeChannel {
    this.channel = new FakeChannel();
    return this.channel;
  }

  async setLocalDescription(): Promise<void> {
    this.#assertOpen();
    const type = this.signalingState === 'have-remote-offer' ? 'answer' : 'offer';
    this.#count += 1;
    this.epoch = this.#network.epoch;
    const described: Described = { type, sdp: `${this.id}.${this.#count}` };
    this.localDescription = { ...described, toJSON: () => described };
    this.signalingState = type === 'answer' ? 'stable' : 'have-local-offer';
    queueMicrotask(() => this.onicecandidate?.({ candidate: { toJSON: () => ({ candidate: described.sdp }) } }));
    queueMicrotask(() => this.#network.look());
  }

  async setRemoteDescription({ type, sdp = '' }: RTCSessionDescriptionInit): Promise<void> {
    this.#assertOpen();
    if (type === 'answer' && this.signalingState !== 'have-local-offer') throw new Error('no answer is expected');
    // An offer that arrives while a local offer is pending rolls the local offer back.
    this.signalingState = type === 'offer' ? 'have-remote-offer' : 'stable';
    this.remoteDescription = { type, sdp };
    if (this.#transceivers.length === 0) {
      this.addTransceiver('audio', {});
      this.addTransceiver('video', {});
    }
    for (const { receiver } of this.#transceivers) this.ontrack?.({ track: receiver.track });
    queueMicrotask(() => this.#network.look());
  }

  async addIceCandidate(): Promise<void> {
    if (!this.remoteDescription) throw new Error('no remote description');
    this.candidates += 1;
    this.#network.look();
  }

  restartIce(): void {
    queueMicrotask(() => this.signalingState === 'stable' && this.onnegotiationneeded?.());
  }

  close(): void {
    this.signalingState = 'closed';
    this.connectionState = 'closed';
  }

  become(state: RTCPeerConnectionState): void {
    if (this.connectionState === state || this.connectionState === 'closed') return;
    this.connectionState = state;
    queueMicrotask(() => {
      this.onconnectionstatechange?.();
      if (state === 'connected') this.#openChannel();
    });
  }

  /** Joins both ends of the data channel, once both peers have created it. */
  #openChannel(): void {
    const sdp = this.remoteDescription?.sdp;
    const other = this.#network.peers.find(({ localDescription }) => localDescription?.sdp === sdp)?.channel;
    if (this.channel && other) this.channel.join(other);
  }

  #assertOpen(): void {
    if (this.signalingState === 'closed') throw new Error('the connection is closed');
  }
}

class FakeChannel {
  readyState: 'connecting' | 'open' | 'closed' = 'connecting';
  onopen: (() => void) | null = null;
  onmessage: Handler<{ data: string }> = null;
  #other: FakeChannel | null = null;

  join(other: FakeChannel): void {
    this.#other = other;
    if (this.readyState === 'open' || other.#other !== this) return;
    for (const one of [this, other]) {
      one.readyState = 'open';
      one.onopen?.();
    }
  }

  send(data: string): void {
    queueMicrotask(() => this.#other?.onmessage?.({ data }));
  }

  close(): void {
    this.readyState = 'closed';
  }
}
