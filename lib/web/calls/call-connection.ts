import { NoDevice } from './call-devices.ts';
import { CallLink } from './call-link.ts';
import type { Payload } from './call-signals.ts';
import type { CallMedia, CallState } from './call-state.ts';
import { CallTracks } from './call-tracks.ts';
import type { CallWorld } from './call-world.ts';

type ConnectionEvents = {
  /** The devices or the media of either side have changed. */
  changed(patch: Partial<CallState>): void;
  /** A description to send to the other side. */
  description(description: RTCSessionDescriptionInit): void;
  candidate(candidate: RTCIceCandidateInit): void;
  live(): void;
  away(): void;
  /** The connection has failed for good. `lost`: it was connected before. */
  ended(ending: 'lost' | 'failed'): void;
  /** Returns whether every signal has reached the server. */
  isSaid(): boolean;
};

/** The media of one call: the devices of this side and the link to the other side. */
export class CallConnection {
  readonly #world: CallWorld;
  readonly #events: ConnectionEvents;
  #iceServers: RTCIceServer[] = [];
  #tracks: CallTracks | null = null;
  #link: CallLink | null = null;
  #isClosed = false;

  constructor(world: CallWorld, events: ConnectionEvents) {
    this.#world = world;
    this.#events = events;
  }

  get hasTracks(): boolean {
    return this.#tracks !== null;
  }

  get hasLink(): boolean {
    return this.#link !== null;
  }

  setIceServers(servers: readonly RTCIceServer[]): void {
    this.#iceServers = servers.map((server) => ({ ...server }));
  }

  /** Opens the devices for this call. Returns false without devices, or when the call has ended meanwhile. */
  async openTracks(media: CallMedia, adopted: CallTracks | null): Promise<boolean> {
    const hears = {
      changed: ({ local, hasMic, hasCamera, trouble }: CallTracks['state']) => {
        this.#events.changed({ local, hasMic, hasCamera, trouble });
        this.#link?.sendDevices({ hasMic, hasCamera });
      },
      replaced: (kind: 'audio' | 'video', track: MediaStreamTrack | null) => void this.#link?.send(kind, track),
    };
    try {
      const opened = adopted ? null : await this.#world.devices.open(media);
      const tracks = adopted ?? (opened && new CallTracks(this.#world.devices, opened, hears));
      if (!tracks || this.#isClosed) {
        tracks?.close();
        return false;
      }
      this.#tracks = tracks;
      tracks.handOver(hears);
      return true;
    } catch (error) {
      this.#events.changed({
        trouble: error instanceof NoDevice ? error.trouble : { device: 'microphone', why: 'taken' },
      });
      return false;
    }
  }

  /** Opens the link to the other side. Needs the devices. */
  openLink({ isCaller, media }: Pick<CallState, 'isCaller' | 'media'>): void {
    if (!this.#tracks) return;
    const { stream, state } = this.#tracks;
    const { openPeer, openStream, later } = this.#world;
    const made = {
      peer: openPeer({ iceServers: this.#iceServers }),
      remote: openStream(),
      isPolite: !isCaller,
      later,
    };
    const link = new CallLink(made, {
      ...this.#events,
      devices: ({ hasMic, hasCamera }) => this.#events.changed({ peerHasMic: hasMic, peerHasCamera: hasCamera }),
      gone: (wasLive) => this.#events.ended(wasLive ? 'lost' : 'failed'),
      failed: () => this.#events.ended('failed'),
    });
    this.#link = link;
    this.#events.changed({ remote: made.remote, peerHasCamera: media === 'video' });
    link.prepare(stream);
    link.sendDevices(state);
  }

  /** Makes the first offer. */
  async begin(): Promise<void> {
    if (this.#tracks) await this.#link?.begin(this.#tracks.stream);
  }

  /** Processes what the other side reports about its end. */
  take({ description, candidates }: Payload): void {
    if (description) void this.#link?.take(description);
    if (candidates) void this.#link?.takeCandidates(candidates);
  }

  /** Looks for a new path while the link is down. */
  nudge(): void {
    this.#link?.nudge();
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

  /** Returns the devices for another call and keeps them open. */
  releaseTracks(): CallTracks | null {
    const tracks = this.#tracks;
    this.#tracks = null;
    return tracks;
  }

  close(): void {
    this.#isClosed = true;
    this.#link?.close();
    this.#tracks?.close();
  }
}
