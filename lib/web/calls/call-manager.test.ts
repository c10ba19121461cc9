import { beforeEach, describe, expect, it } from 'vitest';
import { CallScript, type Device } from '#tests/support/call-script.ts';
import { HandClock } from '#tests/support/hand-clock.ts';
import type { CallMedia } from './call-state.ts';

const SOON_MS = 1000;
const MINUTE_MS = 60_000;

let clock: HandClock;
let server: CallScript;
let ann: Device;
let bob: Device;
beforeEach(() => {
  clock = new HandClock();
  server = new CallScript(clock);
  ann = server.open('ann', 'ann-laptop');
  bob = server.open('bob', 'bob-phone');
});

const call = (from: Device, name = from.userId === 'ann' ? 'bob' : 'ann', media: CallMedia = 'audio') =>
  from.desk.call({ conversationId: [from.userId, name].sort().join('+'), peer: { id: name, name }, media });
const stages = (...devices: readonly Device[]) => devices.map(({ desk }) => desk.state()?.stage ?? null);
const endings = (...devices: readonly Device[]) => devices.map(({ desk }) => desk.state()?.ending ?? null);
const liveTracks = () =>
  server.devices.flatMap(({ tracks }) => tracks.filter(({ readyState }) => readyState === 'live'));
const openPeers = () => server.network.peers.filter(({ signalingState }) => signalingState !== 'closed');
/** Expects that nothing of a call is left: no microphone, no line, no timer. */
async function expectNothingLeft() {
  await clock.advance(SOON_MS);
  expect([liveTracks().length, openPeers().length, clock.waiting]).toEqual([0, 0, 0]);
}
async function talk(media: CallMedia = 'audio') {
  call(ann, 'bob', media);
  await clock.advance(SOON_MS);
  bob.desk.accept(media);
  await clock.advance(SOON_MS);
}

describe('a call between two people', () => {
  it('rings, is answered, and is live until one of them hangs up', async () => {
    call(ann);
    await clock.advance(SOON_MS);
    expect(stages(ann, bob)).toEqual(['ringing', 'incoming']);

    bob.desk.accept('audio');
    await clock.advance(SOON_MS);
    expect(stages(ann, bob)).toEqual(['live', 'live']);

    bob.desk.hangUp();
    await clock.advance(SOON_MS);
    expect(endings(ann, bob)).toEqual(['hangup', 'hangup']);
    await expectNothingLeft();
  });

  it('opens no microphone of the callee before the callee answers', async () => {
    call(ann);
    await clock.advance(SOON_MS);

    expect(bob.tracks).toEqual([]);
    bob.desk.hangUp();
    await clock.advance(SOON_MS);
    expect(endings(ann)).toEqual(['declined']);
    await expectNothingLeft();
  });

  it('ends on both sides when the caller hangs up, and when the callee does not answer', async () => {
    call(ann);
    await clock.advance(SOON_MS);
    ann.desk.hangUp();
    await clock.advance(SOON_MS);
    expect(endings(ann, bob)).toEqual(['hangup', 'canceled']);

    call(ann);
    await clock.advance(2 * MINUTE_MS);
    expect(endings(ann, bob)).toEqual(['noAnswer', 'canceled']);
    await expectNothingLeft();
  });

  it('is over for a callee who answers after the end of the call', async () => {
    call(ann);
    await clock.advance(SOON_MS);
    server.loses = (event) => event === 'call.hangup';
    ann.desk.hangUp();
    await clock.advance(SOON_MS);
    expect(stages(bob)).toEqual(['incoming']);

    bob.desk.accept('audio');
    await clock.advance(SOON_MS);

    expect(endings(bob)).toEqual(['over']);
    await expectNothingLeft();
  });

  it('shows the other side that microphone and camera are off, and stops the camera', async () => {
    await talk('video');
    const [camera] = ann.tracks.filter(({ kind }) => kind === 'video');
    ann.desk.setMic(false);
    ann.desk.setCamera(false);
    await clock.advance(SOON_MS);

    expect(bob.desk.state()).toMatchObject({ peerHasMic: false, peerHasCamera: false });
    expect(ann.tracks.find(({ kind }) => kind === 'audio')?.enabled).toBe(false);
    expect(camera?.readyState).toBe('ended');

    ann.desk.setMic(true);
    ann.desk.setCamera(true);
    await clock.advance(SOON_MS);
    expect(bob.desk.state()).toMatchObject({ peerHasMic: true, peerHasCamera: true });
    const sent = ann.peers[0]?.getTransceivers().map(({ sender }) => sender.track?.readyState);
    expect(sent).toEqual(['live', 'live']);
  });

  it('turns a camera on and switches to the next one without a new session description', async () => {
    await talk('audio');
    const before = server.said.length;
    bob.desk.setCamera(true);
    await clock.advance(SOON_MS);
    expect(ann.desk.state()).toMatchObject({ peerHasCamera: true });

    bob.desk.nextCamera();
    await clock.advance(SOON_MS);
    const cameras = bob.tracks.filter(({ kind }) => kind === 'video');
    expect(cameras.map(({ deviceId, readyState }) => [deviceId, readyState])).toEqual([
      ['front', 'ended'],
      ['back', 'live'],
    ]);
    expect(server.said.slice(before)).toEqual([]);
  });
});

describe('a call that the server rejects', () => {
  it('ends with a reason that depends on the response', async () => {
    const reasons = [
      [403, 'Blocked', 'blocked'],
      [403, 'AccountRestricted', 'restricted'],
      [429, 'RateLimitError', 'tooOften'],
      [404, 'NotFound', 'refused'],
    ] as const;
    for (const [status, code, ending] of reasons) {
      server.refusal = { status, code };
      call(ann);
      await clock.advance(SOON_MS);
      expect(endings(ann)).toEqual([ending]);
    }
    server.isAway = true;
    call(ann);
    await clock.advance(SOON_MS);

    expect(endings(ann)).toEqual(['offline']);
    expect(stages(bob)).toEqual([null]);
    await expectNothingLeft();
  });
});

describe('the devices of a call', () => {
  it('are required: without a microphone no call is sent, and the reason is shown', async () => {
    ann.trouble = { device: 'microphone', why: 'denied' };
    call(ann);
    await clock.advance(SOON_MS);

    expect(ann.desk.state()).toMatchObject({ stage: 'ended', ending: 'devices', trouble: ann.trouble });
    expect(server.said).toEqual([]);
  });

  it('may lack a camera in a video call, which is shown', async () => {
    bob.trouble = { device: 'camera', why: 'missing' };
    await talk('video');

    expect(stages(ann, bob)).toEqual(['live', 'live']);
    expect(bob.desk.state()).toMatchObject({ hasCamera: false, trouble: bob.trouble });
    expect(ann.desk.state()).toMatchObject({ peerHasCamera: false });
  });

  it('leave the call ringing when they are denied, so that the callee can try again', async () => {
    bob.trouble = { device: 'microphone', why: 'denied' };
    call(ann);
    await clock.advance(SOON_MS);
    bob.desk.accept('audio');
    await clock.advance(SOON_MS);
    expect(bob.desk.state()).toMatchObject({ stage: 'incoming', trouble: bob.trouble });

    bob.trouble = null;
    bob.desk.accept('audio');
    await clock.advance(SOON_MS);
    expect(stages(ann, bob)).toEqual(['live', 'live']);
  });

  it('are released at once when they open after the caller has hung up', async () => {
    ann.permit = () => undefined;
    call(ann);
    await clock.advance(SOON_MS);
    ann.desk.hangUp();
    ann.permit();
    await clock.advance(SOON_MS);

    expect(server.said).toEqual([]);
    await expectNothingLeft();
  });

  it('are reported as missing when they are unplugged', async () => {
    await talk('audio');
    ann.tracks[0]?.onended?.();
    await clock.advance(SOON_MS);

    expect(ann.desk.state()).toMatchObject({ hasMic: false, trouble: { device: 'microphone', why: 'missing' } });
    expect(bob.desk.state()).toMatchObject({ peerHasMic: false });
  });
});

describe('several devices and calls', () => {
  it('continue on the device that answers first, and stop ringing on the others', async () => {
    const tablet = server.open('bob', 'bob-tablet');
    call(ann);
    await clock.advance(SOON_MS);
    expect(stages(bob, tablet)).toEqual(['incoming', 'incoming']);

    tablet.desk.accept('audio');
    bob.desk.accept('audio');
    await clock.advance(SOON_MS);

    const live = [bob, tablet].filter(({ desk }) => desk.state()?.stage === 'live');
    expect(live).toHaveLength(1);
    expect(endings(bob, tablet).filter((ending) => ending === 'elsewhere')).toHaveLength(1);
    expect(stages(ann)).toEqual(['live']);
    ann.desk.hangUp();
    await expectNothingLeft();
  });

  it('stop ringing on all devices when one of them rejects', async () => {
    const tablet = server.open('bob', 'bob-tablet');
    call(ann);
    await clock.advance(SOON_MS);
    tablet.desk.hangUp();
    await clock.advance(SOON_MS);

    expect(endings(ann, bob)).toEqual(['declined', 'elsewhere']);
  });

  it('return “busy” to a third person', async () => {
    const eve = server.open('eve', 'eve-phone');
    await talk();
    call(eve, 'ann');
    await clock.advance(SOON_MS);

    expect(endings(eve)).toEqual(['busy']);
    expect(stages(ann, bob)).toEqual(['live', 'live']);
  });

  it('do not ring again after the call was rejected', async () => {
    call(ann);
    await clock.advance(SOON_MS);
    const [kept] = server.calls.values();
    if (!kept) throw new Error('nobody has called');
    bob.desk.hangUp();
    bob.desk.dismiss();
    bob.desk.ring(kept.ring);

    expect(bob.desk.state()).toBeNull();
  });

  it.each([
    [1, 2],
    [2, 1],
  ])('become one call when both sides call at once (%i and %i)', async (first, second) => {
    server.number(first);
    call(ann);
    server.number(second);
    call(bob);
    await clock.advance(5 * SOON_MS);

    expect(stages(ann, bob)).toEqual(['live', 'live']);
    expect([...server.calls.values()].filter(({ state }) => state === 'active')).toHaveLength(1);
    ann.desk.hangUp();
    await expectNothingLeft();
  });

  it('become one call when the callee calls while the caller still waits for a microphone', async () => {
    ann.permit = () => undefined;
    call(ann);
    await clock.advance(SOON_MS);
    ann.permit();
    ann.permit = null;
    call(bob);
    await clock.advance(5 * SOON_MS);

    expect(stages(ann, bob)).toEqual(['live', 'live']);
  });
});

describe('a call with races and connection losses', () => {
  it('ends on both sides when the caller hangs up while the callee answers', async () => {
    for (const lead of [0, 5, 10]) {
      call(ann);
      await clock.advance(SOON_MS);
      bob.desk.accept('audio');
      await clock.advance(lead);
      ann.desk.hangUp();
      await clock.advance(SOON_MS);
      expect(stages(ann, bob)).toEqual(['ended', 'ended']);
    }
    await expectNothingLeft();
  });

  it('is not left behind when the callee answers and hangs up at once', async () => {
    for (const lead of [0, 2, 5, 8]) {
      call(ann);
      await clock.advance(SOON_MS);
      bob.desk.accept('audio');
      await clock.advance(lead);
      bob.desk.hangUp();
      await clock.advance(SOON_MS);
      expect(stages(ann, bob)).toEqual(['ended', 'ended']);
      expect([...server.calls.values()].every(({ state }) => state === 'ended')).toBe(true);
    }
  });

  it('ends when the caller hangs up before the server has responded', async () => {
    call(ann);
    await clock.advance(7);
    expect(stages(ann)).toEqual(['calling']);
    ann.desk.hangUp();
    await clock.advance(SOON_MS);

    expect([...server.calls.values()].map(({ state }) => state)).toEqual(['ended']);
    expect(stages(bob)).toEqual(['ended']);
  });

  it.each(['call.answer', 'call.select_answer', 'call.candidates'])(
    'becomes live although the tunnel has lost %s',
    async (lost) => {
      let isLost = false;
      server.loses = (event, party) => {
        const own = lost === 'call.select_answer' ? 'bob-phone' : 'ann-laptop';
        if (isLost || event !== lost || party !== own) return false;
        isLost = true;
        return true;
      };
      await talk();
      expect(isLost).toBe(true);
      await clock.advance(30_000);

      expect(stages(ann, bob)).toEqual(['live', 'live']);
    },
  );

  it('reconnects when the network returns', async () => {
    await talk();
    server.network.cut();
    await clock.advance(SOON_MS);
    expect(stages(ann, bob)).toEqual(['reconnecting', 'reconnecting']);

    server.network.restore();
    await clock.advance(20_000);
    expect(stages(ann, bob)).toEqual(['live', 'live']);
  });

  it('reconnects although the server was unreachable as well', async () => {
    await talk();
    server.isAway = true;
    server.network.cut();
    await clock.advance(30_000);
    server.isAway = false;
    server.network.restore();
    server.rejoin();
    await clock.advance(20_000);

    expect(stages(ann, bob)).toEqual(['live', 'live']);
  });

  it('ends after a minute without a connection', async () => {
    await talk();
    server.network.cut();
    await clock.advance(59_000);
    expect(stages(ann, bob)).toEqual(['reconnecting', 'reconnecting']);
    await clock.advance(2000);

    expect(stages(ann, bob)).toEqual(['ended', 'ended']);
    expect(endings(ann, bob)).toContain('lost');
    await expectNothingLeft();
  });

  it('ends when the server ends it', async () => {
    await talk();
    const [id = ''] = server.calls.keys();
    server.endByServer(id, 'lost');
    await clock.advance(SOON_MS);

    expect(endings(ann, bob)).toEqual(['lost', 'lost']);
    await expectNothingLeft();
  });

  it('ends with the reason “gone” when the other side has gone', async () => {
    await talk();
    const [id = ''] = server.calls.keys();
    server.endByServer(id, 'gone');
    await clock.advance(SOON_MS);

    expect(endings(ann, bob)).toEqual(['gone', 'gone']);
    await expectNothingLeft();
  });

  it('sends a hangup at once when the page is left', async () => {
    await talk();
    bob.desk.leave();
    await clock.advance(SOON_MS);

    expect(server.said.at(-1)).toBe('bob-phone hangup');
    expect(endings(ann)).toEqual(['hangup']);
  });
});
