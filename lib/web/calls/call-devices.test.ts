import { describe, expect, it } from 'vitest';
import { FakeStream, FakeTrack } from '#tests/support/fake-peer.ts';
import { NoDevice, openDevices } from './call-devices.ts';

type Wanted = MediaStreamConstraints;

/**
 * Returns a browser that refuses some kinds of devices with an error name of the specification, and records the
 * requests.
 */
function browser(refused: Partial<Record<'audio' | 'video', string>> = {}) {
  const asked: Wanted[] = [];
  const media = {
    getUserMedia: async (wanted: Wanted = {}) => {
      asked.push(wanted);
      for (const kind of ['audio', 'video'] as const)
        if (wanted[kind] && refused[kind]) throw new DOMException('refused', refused[kind]);
      const kinds = (['audio', 'video'] as const).filter((kind) => wanted[kind]);
      return new FakeStream(...kinds.map((kind) => new FakeTrack(kind))) as unknown as MediaStream;
    },
    enumerateDevices: async () =>
      ['front', 'back'].map((deviceId) => ({ kind: 'videoinput', deviceId }) as MediaDeviceInfo),
  };
  return { devices: openDevices(media), asked };
}
const kindsOf = (stream: MediaStream) => stream.getTracks().map(({ kind }) => kind);

describe('openDevices', () => {
  it('requests microphone and camera together', async () => {
    const { devices, asked } = browser();
    const { stream, trouble } = await devices.open('video');

    expect([kindsOf(stream), trouble, asked.length]).toEqual([['audio', 'video'], null, 1]);
  });

  it.each([
    ['NotAllowedError', 'denied'],
    ['NotFoundError', 'missing'],
    ['NotReadableError', 'taken'],
  ] as const)('after %s for the camera returns the microphone and reports the camera as %s', async (name, why) => {
    const { stream, trouble } = await browser({ video: name }).devices.open('video');

    expect([kindsOf(stream), trouble]).toEqual([['audio'], { device: 'camera', why }]);
  });

  it('throws NoDevice without a microphone', async () => {
    const failed = await browser({ audio: 'NotAllowedError' })
      .devices.open('video')
      .catch((error: unknown) => error);

    expect(failed).toBeInstanceOf(NoDevice);
    expect(failed).toMatchObject({ trouble: { device: 'microphone', why: 'denied' } });
  });

  it('throws “insecure” on a page without https', async () => {
    await expect(openDevices(undefined).open('audio')).rejects.toMatchObject({ trouble: { why: 'insecure' } });
  });

  it('switches to the camera after the current one, and from the last to the first', async () => {
    const { devices, asked } = browser();
    await devices.camera('front');
    await devices.camera('back');

    expect(asked.map(({ video }) => typeof video === 'object' && video.deviceId)).toEqual([
      { exact: 'back' },
      { exact: 'front' },
    ]);
  });
});
