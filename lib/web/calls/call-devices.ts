import type { CallMedia, DeviceTrouble, Trouble } from './call-state.ts';

export type Opened = { readonly stream: MediaStream; readonly trouble: Trouble | null };

/** Microphone and camera of this device. */
export type CallDevices = {
  /** Opens a microphone, and a camera for a video call. Continues without a camera, throws without a microphone. */
  open(media: CallMedia): Promise<Opened>;
  /** Opens one camera: the next after the named one, or the browser's choice. */
  camera(after?: string): Promise<MediaStreamTrack>;
};

/** A required device is not available. */
export class NoDevice extends Error {
  override readonly name = 'NoDevice';
  readonly trouble: Trouble;

  constructor(trouble: Trouble) {
    super(`no ${trouble.device}: ${trouble.why}`);
    this.trouble = trouble;
  }
}

type Media = Pick<MediaDevices, 'getUserMedia' | 'enumerateDevices'>;

const SPEECH = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };
const PICTURE = { width: { ideal: 1280 }, height: { ideal: 720 }, facingMode: 'user' };

/** Returns the devices of the real browser. A page without https gets none. */
export function openDevices(media: Media | undefined): CallDevices {
  const ask = async (device: Trouble['device'], wanted: MediaStreamConstraints) => {
    if (!media) throw new NoDevice({ device, why: 'insecure' });
    try {
      return await media.getUserMedia(wanted);
    } catch (error) {
      throw new NoDevice({ device, why: whyOf(error) });
    }
  };
  const camera = async (after?: string) => {
    const id = after === undefined ? undefined : await nextCamera(media, after);
    const video = id === undefined ? PICTURE : { ...PICTURE, facingMode: {}, deviceId: { exact: id } };
    const [track] = (await ask('camera', { video })).getVideoTracks();
    if (!track) throw new NoDevice({ device: 'camera', why: 'missing' });
    return track;
  };

  return {
    camera,
    async open(wanted) {
      // Both in one request, so that the user is asked once. If that fails, each is requested separately.
      if (wanted === 'video' && media) {
        const stream = await media.getUserMedia({ audio: SPEECH, video: PICTURE }).catch(() => null);
        if (stream) return { stream, trouble: null };
      }
      const stream = await ask('microphone', { audio: SPEECH });
      if (wanted === 'audio') return { stream, trouble: null };
      try {
        stream.addTrack(await camera());
        return { stream, trouble: null };
      } catch (error) {
        return { stream, trouble: error instanceof NoDevice ? error.trouble : null };
      }
    },
  };
}

async function nextCamera(media: Media | undefined, after: string): Promise<string | undefined> {
  const found = (await media?.enumerateDevices()) ?? [];
  const ids = found.filter(({ kind }) => kind === 'videoinput').map(({ deviceId }) => deviceId);
  return ids[(ids.indexOf(after) + 1) % ids.length];
}

/** The names of the Media Capture specification. Browsers use different ones for a device in use. */
function whyOf(error: unknown): DeviceTrouble {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing';
  return 'taken';
}
