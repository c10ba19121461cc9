import { type CallDevices, NoDevice, type Opened } from './call-devices.ts';
import type { Trouble } from './call-state.ts';

export type TracksState = {
  readonly local: MediaStream;
  readonly hasMic: boolean;
  readonly hasCamera: boolean;
  readonly trouble: Trouble | null;
};
type Hears = {
  changed(state: TracksState): void;
  /** Another track replaces the last of its kind. */
  replaced(kind: 'audio' | 'video', track: MediaStreamTrack | null): void;
};

/** The user's own microphone and camera in a call. A camera that is off is released, so that its light goes out. */
export class CallTracks {
  readonly stream: MediaStream;
  readonly #devices: CallDevices;
  #hears: Hears;
  #trouble: Trouble | null;
  #isClosed = false;
  #isTurning = false;

  constructor(devices: CallDevices, { stream, trouble }: Opened, hears: Hears) {
    this.stream = stream;
    this.#devices = devices;
    this.#trouble = trouble;
    this.#hears = hears;
    for (const track of stream.getTracks()) this.#watch(track);
  }

  get state(): TracksState {
    const [mic] = this.stream.getAudioTracks();
    const hasCamera = this.stream.getVideoTracks().length > 0;
    return { local: this.stream, hasMic: mic?.enabled ?? false, hasCamera, trouble: this.#trouble };
  }

  /** Hands the tracks over to another call. */
  handOver(hears: Hears): void {
    this.#hears = hears;
    hears.changed(this.state);
  }

  setMic(isOn: boolean): void {
    for (const track of this.stream.getAudioTracks()) track.enabled = isOn;
    this.#hears.changed(this.state);
  }

  async setCamera(isOn: boolean): Promise<void> {
    if (isOn) await this.#turnOn();
    else this.#drop();
  }

  /** Switches to the next camera, such as the one on the other side of the phone. */
  async nextCamera(): Promise<void> {
    const [track] = this.stream.getVideoTracks();
    const id = track?.getSettings().deviceId;
    if (!track || id === undefined) return;
    // Many phones open no second camera while the first is in use.
    track.stop();
    await this.#turnOn(id);
  }

  close(): void {
    this.#isClosed = true;
    for (const track of this.stream.getTracks()) track.stop();
  }

  async #turnOn(after?: string): Promise<void> {
    if (this.#isTurning) return;
    this.#isTurning = true;
    try {
      const track = await this.#devices.camera(after);
      if (this.#isClosed) {
        track.stop();
        return;
      }
      this.#trouble = null;
      this.#forget('video');
      this.stream.addTrack(track);
      this.#watch(track);
      this.#hears.replaced('video', track);
    } catch (error) {
      this.#trouble = error instanceof NoDevice ? error.trouble : { device: 'camera', why: 'taken' };
      this.#forget('video');
      this.#hears.replaced('video', null);
    } finally {
      this.#isTurning = false;
    }
    this.#hears.changed(this.state);
  }

  #drop(): void {
    this.#forget('video');
    this.#hears.replaced('video', null);
    this.#hears.changed(this.state);
  }

  #forget(kind: string): void {
    for (const track of this.stream.getTracks()) {
      if (track.kind !== kind) continue;
      track.onended = null;
      track.stop();
      this.stream.removeTrack(track);
    }
  }

  /** An unplugged device ends its track, and so does a revoked permission. */
  #watch(track: MediaStreamTrack): void {
    track.onended = () => {
      const device = track.kind === 'audio' ? 'microphone' : 'camera';
      this.#trouble = { device, why: 'missing' };
      this.#forget(track.kind);
      this.#hears.replaced(track.kind === 'audio' ? 'audio' : 'video', null);
      this.#hears.changed(this.state);
    };
  }
}
