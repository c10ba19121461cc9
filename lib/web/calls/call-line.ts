export type LineEvents = {
  /** A description to send to the other side. */
  description(description: RTCSessionDescriptionInit): void;
  candidate(candidate: RTCIceCandidateInit): void;
  /** The connection state has changed. */
  changed(state: RTCPeerConnectionState): void;
  /** The other side reports its devices. */
  devices(devices: Devices): void;
  /** The browser cannot process what the other side sent. */
  failed(error: unknown): void;
};
type Ends = {
  readonly peer: RTCPeerConnection;
  /** An empty stream that receives the incoming tracks. */
  readonly remote: MediaStream;
  readonly isPolite: boolean;
};
export type Devices = { readonly hasMic: boolean; readonly hasCamera: boolean };

/**
 * The connection between two browsers. Descriptions may cross at any time. It negotiates like the "perfect
 * negotiation" example of the W3C WebRTC 1.0 recommendation, in which the polite side rolls its own offer back. Both
 * kinds of media have a transceiver from the start. So a camera is turned on and off without a new description.
 */
export class CallLine {
  /** All tracks from the other side. */
  readonly remote: MediaStream;
  readonly #peer: RTCPeerConnection;
  readonly #isPolite: boolean;
  readonly #events: LineEvents;
  readonly #tracks = new Map<string, MediaStreamTrack | null>();
  #channel: RTCDataChannel | null = null;
  #devices: Devices | null = null;
  /** The first exchange is explicit. Until then nothing is negotiated automatically. */
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
      const track = stream.getTracks().find((candidate) => candidate.kind === kind) ?? null;
      this.#tracks.set(kind, track);
      this.#peer.addTransceiver(track ?? kind, { direction: 'sendrecv' });
    }
    this.#openChannel();
    await this.#offer();
    this.#isBegun = true;
  }

  /** Sets the stream that will answer the first offer. */
  prepare(stream: MediaStream): void {
    for (const kind of ['audio', 'video'])
      this.#tracks.set(kind, stream.getTracks().find((candidate) => candidate.kind === kind) ?? null);
  }

  /** Processes the descriptions of the other side in the order of arrival. */
  take(description: RTCSessionDescriptionInit): Promise<void> {
    return this.#inOrder(() => this.#take(description));
  }

  takeCandidates(candidates: readonly RTCIceCandidateInit[]): Promise<void> {
    return this.#inOrder(async () => {
      // A lost description is sent again, and these candidates belong after it.
      if (this.#peer.remoteDescription) await this.#add(candidates);
      else this.#early.push(...candidates);
    });
  }

  /** Sends another track in place of the last of its kind. Null sends nothing. */
  async send(kind: 'audio' | 'video', track: MediaStreamTrack | null): Promise<void> {
    this.#tracks.set(kind, track);
    await this.#senderOf(kind)?.replaceTrack(track);
  }

  /** Tells the other side which devices are on. */
  sendDevices(devices: Devices): void {
    this.#devices = devices;
    if (this.#channel?.readyState === 'open') this.#channel.send(JSON.stringify(devices));
  }

  /** Looks for a new path to the other side. An unanswered offer is sent again. */
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
      this.#sendDescription();
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
    if (!this.#isPolite && isOffer && !isFree) return; // our own offer stands
    // A second answer to an offer that was already answered.
    if (!isOffer && peer.signalingState !== 'have-local-offer') return;
    this.#isTakingAnswer = !isOffer;
    await peer.setRemoteDescription(description);
    this.#isTakingAnswer = false;
    await this.#add(this.#early.splice(0));
    if (!isOffer) return;
    if (!this.#isBegun) await this.#join();
    await peer.setLocalDescription();
    this.#sendDescription();
    this.#isBegun = true;
  }

  /** Adds our own media to the transceivers of the first offer. */
  async #join(): Promise<void> {
    for (const transceiver of this.#peer.getTransceivers()) transceiver.direction = 'sendrecv';
    for (const [kind, track] of this.#tracks) await this.#senderOf(kind)?.replaceTrack(track);
    this.#openChannel();
  }

  /** Both sides open the same channel, so that neither has to announce it. */
  #openChannel(): void {
    const channel = this.#peer.createDataChannel('devices', { negotiated: true, id: 0 });
    channel.onopen = () => this.#devices && this.sendDevices(this.#devices);
    channel.onmessage = ({ data }) => {
      const devices = devicesIn(data);
      if (devices) this.#events.devices(devices);
    };
    this.#channel = channel;
  }

  async #add(candidates: readonly RTCIceCandidateInit[]): Promise<void> {
    for (const candidate of candidates) {
      try {
        await this.#peer.addIceCandidate(candidate);
      } catch {
        // A candidate of a rejected offer, or of a kind this browser does not support. There are others.
      }
    }
  }

  #sendDescription(): void {
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

/** Parses a message of the other browser, which is not trusted. */
function devicesIn(data: unknown): Devices | null {
  try {
    const { hasMic, hasCamera } = JSON.parse(String(data)) as Record<string, unknown>;
    return { hasMic: hasMic === true, hasCamera: hasCamera === true };
  } catch {
    return null;
  }
}
