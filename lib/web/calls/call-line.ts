export type LineEvents = {
  /** A description to be told to the other side. */
  description(description: RTCSessionDescriptionInit): void;
  candidate(candidate: RTCIceCandidateInit): void;
  /** How the line stands. */
  changed(state: RTCPeerConnectionState): void;
  /** What the other side says of its devices. */
  told(told: Told): void;
  /** The browser cannot go on with what it was told. */
  failed(error: unknown): void;
};
type Ends = {
  readonly peer: RTCPeerConnection;
  /** An empty stream that takes up what comes. */
  readonly remote: MediaStream;
  readonly isPolite: boolean;
};
export type Told = { readonly hasMic: boolean; readonly hasCamera: boolean };

/**
 * The line between two browsers. Descriptions may cross at any time: it negotiates as the example "perfect negotiation" of
 * the W3C WebRTC 1.0 recommendation does, in which the polite side takes its own offer back. Both kinds of media have
 * their place on the line from the start, so that a camera is turned on and off without a new description.
 */
export class CallLine {
  /** All that comes from the other side. */
  readonly remote: MediaStream;
  readonly #peer: RTCPeerConnection;
  readonly #isPolite: boolean;
  readonly #events: LineEvents;
  readonly #tracks = new Map<string, MediaStreamTrack | null>();
  #channel: RTCDataChannel | null = null;
  #told: Told | null = null;
  /** The first exchange is made by hand: until then nothing is negotiated by itself. */
  #isBegun = false;
  #isOffering = false;
  #isTakingAnswer = false;
  #early: RTCIceCandidateInit[] = [];
  #work: Promise<void> = Promise.resolve();

  constructor({ peer, remote, isPolite }: Ends, events: LineEvents) {
    this.#peer = peer;
    this.remote = remote;
    this.#isPolite = isPolite;
    this.#events = events;
    peer.ontrack = ({ track }) => remote.addTrack(track);
    peer.onicecandidate = ({ candidate }) => candidate && events.candidate(candidate.toJSON());
    peer.onconnectionstatechange = () => events.changed(peer.connectionState);
    peer.onnegotiationneeded = () => {
      if (this.#isBegun) void this.#offer();
    };
  }

  /** Makes the first offer. */
  async begin(stream: MediaStream): Promise<void> {
    for (const kind of ['audio', 'video'] as const) {
      const track = stream.getTracks().find((one) => one.kind === kind) ?? null;
      this.#tracks.set(kind, track);
      this.#peer.addTransceiver(track ?? kind, { direction: 'sendrecv' });
    }
    this.#openChannel();
    await this.#offer();
    this.#isBegun = true;
  }

  /** Is to answer the first offer with this, when it comes. */
  prepare(stream: MediaStream): void {
    for (const kind of ['audio', 'video'])
      this.#tracks.set(kind, stream.getTracks().find((one) => one.kind === kind) ?? null);
  }

  /** Takes what the other side has said, in the order in which it came. */
  take(description: RTCSessionDescriptionInit): Promise<void> {
    return this.#inOrder(() => this.#take(description));
  }

  takeCandidates(candidates: readonly RTCIceCandidateInit[]): Promise<void> {
    return this.#inOrder(async () => {
      // A description that was lost is sent again, and these belong behind it.
      if (this.#peer.remoteDescription) await this.#add(candidates);
      else this.#early.push(...candidates);
    });
  }

  /** Sends another track in place of the last of its kind; null sends nothing. */
  async send(kind: 'audio' | 'video', track: MediaStreamTrack | null): Promise<void> {
    this.#tracks.set(kind, track);
    await this.#senderOf(kind)?.replaceTrack(track);
  }

  /** Tells the other side which devices are on. */
  tell(told: Told): void {
    this.#told = told;
    if (this.#channel?.readyState === 'open') this.#channel.send(JSON.stringify(told));
  }

  /** Seeks a new way to the other side; an offer nobody has answered yet is said again. */
  seek(): void {
    const { signalingState, localDescription } = this.#peer;
    if (signalingState === 'have-local-offer' && localDescription) this.#events.description(localDescription.toJSON());
    else if (signalingState === 'stable' && this.#isBegun) this.#peer.restartIce();
  }

  close(): void {
    const peer = this.#peer;
    peer.ontrack = peer.onicecandidate = peer.onconnectionstatechange = peer.onnegotiationneeded = null;
    this.#channel?.close();
    peer.close();
    for (const track of this.remote.getTracks()) track.stop();
  }

  async #offer(): Promise<void> {
    try {
      this.#isOffering = true;
      await this.#peer.setLocalDescription();
      this.#say();
    } catch (error) {
      this.#events.failed(error);
    } finally {
      this.#isOffering = false;
    }
  }

  async #take(description: RTCSessionDescriptionInit): Promise<void> {
    const peer = this.#peer;
    const isFree = !this.#isOffering && (peer.signalingState === 'stable' || this.#isTakingAnswer);
    const isOffer = description.type === 'offer';
    if (!this.#isPolite && isOffer && !isFree) return; // ours stands
    // The answer to an offer that has been answered already was said twice.
    if (!isOffer && peer.signalingState !== 'have-local-offer') return;
    this.#isTakingAnswer = !isOffer;
    await peer.setRemoteDescription(description);
    this.#isTakingAnswer = false;
    await this.#add(this.#early.splice(0));
    if (!isOffer) return;
    if (!this.#isBegun) await this.#join();
    await peer.setLocalDescription();
    this.#say();
    this.#isBegun = true;
  }

  /** Puts our own media on the places the first offer has made. */
  async #join(): Promise<void> {
    for (const transceiver of this.#peer.getTransceivers()) transceiver.direction = 'sendrecv';
    for (const [kind, track] of this.#tracks) await this.#senderOf(kind)?.replaceTrack(track);
    this.#openChannel();
  }

  /** Both sides open the same channel, so that neither has to be told of it. */
  #openChannel(): void {
    const channel = this.#peer.createDataChannel('devices', { negotiated: true, id: 0 });
    channel.onopen = () => this.#told && this.tell(this.#told);
    channel.onmessage = ({ data }) => {
      const told = toldIn(data);
      if (told) this.#events.told(told);
    };
    this.#channel = channel;
  }

  async #add(candidates: readonly RTCIceCandidateInit[]): Promise<void> {
    for (const candidate of candidates) {
      try {
        await this.#peer.addIceCandidate(candidate);
      } catch {
        // Of an offer that was not taken, or of a way this browser does not know: there are others.
      }
    }
  }

  #say(): void {
    const { localDescription } = this.#peer;
    if (localDescription) this.#events.description(localDescription.toJSON());
  }

  #senderOf(kind: string): RTCRtpSender | undefined {
    return this.#peer.getTransceivers().find(({ receiver }) => receiver.track.kind === kind)?.sender;
  }

  #inOrder(work: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(work).catch((error: unknown) => this.#events.failed(error));
    return this.#work;
  }
}

/** The other browser has written it. */
function toldIn(data: unknown): Told | null {
  try {
    const { hasMic, hasCamera } = JSON.parse(String(data)) as Record<string, unknown>;
    return { hasMic: hasMic === true, hasCamera: hasCamera === true };
  } catch {
    return null;
  }
}
