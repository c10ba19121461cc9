import { beforeEach, describe, expect, it } from 'vitest';
import type { EventFrame } from '#lib/tunnel/schemas/frame.ts';
import { closeCodes } from '#lib/tunnel/values.ts';
import { HandClock } from '#tests/support/hand-clock.ts';
import { memory, TunnelScript } from '#tests/support/tunnel-script.ts';
import { TunnelClient } from './client.ts';
import { LADDER_KEY } from './ladder.ts';
import type { Joined, TunnelStatus, TunnelUpdate } from './updates.ts';

const chat = 'conversation:c1';
const bell = 'notifications:unread';

let clock: HandClock;
let server: TunnelScript;
beforeEach(() => {
  clock = new HandClock();
  server = new TunnelScript(clock);
});

/** Opens a client and records everything it reports. */
function openClient(storage = memory(), random = () => 1) {
  const updates: TunnelUpdate[] = [];
  const statuses: TunnelStatus[] = [];
  const client = new TunnelClient(server.world(storage, random), {
    update: (update) => updates.push(update),
    status: (status) => statuses.push(status),
  });
  return { client, updates, statuses, storage };
}

const isEvent = (update: TunnelUpdate): update is EventFrame => 'type' in update;
const joins = (updates: readonly TunnelUpdate[]) =>
  updates.filter((update): update is Joined => update.event === 'joined');
/** Returns every counted event of the updates, including the missed events that came with a subscription. */
const revsIn = (updates: readonly TunnelUpdate[]) =>
  updates
    .flatMap((update) => (update.event === 'joined' ? update.missed : isEvent(update) ? [update] : []))
    .map(({ cursor }) => Number.parseInt(cursor ?? '', 10));
const inUse = () => server.live.map(({ transport }) => transport);

describe('a client of the tunnel', () => {
  it('opens no line before something is wanted, and keeps none when nothing is wanted any more', async () => {
    const { client } = openClient();
    await clock.advance(60_000);
    const before = server.lines.length;

    client.want(chat);
    await clock.advance(100);
    const during = server.live.length;
    client.drop(chat);
    await clock.advance(100);

    expect([before, during, server.live.length]).toEqual([0, 1, 0]);
  });

  it('asks in one frame for what is wanted in one go, fifty at most in each', async () => {
    const { client } = openClient();

    for (let n = 0; n < 60; n += 1) client.want(`conversation:c${n}`, '0~e1');
    await clock.advance(100);

    const sizes = server.sent.map((frame) => (frame.type === 'subscribe' ? frame.channels?.length : 0));
    expect(sizes).toEqual([50, 10]);
  });

  it.each(['websocket', 'sse', 'poll'] as const)(
    'loses nothing and keeps the order over %s when its line is cut again and again',
    async (transport) => {
      server.offered = [transport];
      const { client, updates } = openClient();
      client.want(chat);
      await clock.advance(20_000);

      for (let n = 0; n < 40; n += 1) {
        server.publish('c1');
        if (n % 4 === 1) server.cut();
        await clock.advance(n % 3 === 0 ? 2 : 3000);
      }
      await clock.advance(60_000);

      expect([...new Set(revsIn(updates))]).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
    },
  );

  it('says when what has been missed cannot be told any more', async () => {
    const { client, updates } = openClient();
    client.want(chat);
    await clock.advance(100);

    server.isAway = true;
    server.cut();
    for (let n = 0; n < 101; n += 1) server.publish('c1');
    server.isAway = false;
    await clock.advance(60_000);

    expect(joins(updates).map(({ recovered }) => recovered)).toEqual([undefined, false]);
  });

  it('asks anew for the reader who has seen less, while the others go on', async () => {
    const { client, updates } = openClient();
    client.want(chat);
    await clock.advance(100);
    for (let n = 0; n < 3; n += 1) server.publish('c1');
    await clock.advance(100);

    client.want(chat, '1~e1');
    await clock.advance(100);

    const last = joins(updates).at(-1);
    expect(last).toMatchObject({ from: '1~e1', cursor: '3~e1', recovered: true, again: true });
    expect(last?.missed.length).toBe(2);
    expect(server.lines.length).toBe(1);
  });

  it('gives a state whole to whoever comes later', async () => {
    const { client, updates } = openClient();
    server.unread = 4;
    client.want(bell);
    await clock.advance(100);

    client.want(bell);
    await clock.advance(100);

    expect(joins(updates).map(({ missed }) => missed.map(({ data }) => data))).toEqual([
      [{ count: 4 }],
      [{ count: 4 }],
    ]);
  });

  it('tells of a refusal once and does not ask again', async () => {
    const { client, updates } = openClient();

    client.want('conversation:foreign');
    client.want(chat);
    await clock.advance(120_000);

    expect(updates.filter(({ event }) => event === 'refused')).toEqual([
      { event: 'refused', channel: 'conversation:foreign', status: 404 },
    ]);
    expect(server.sent.filter(({ type }) => type === 'subscribe').length).toBe(1);
  });

  it('asks again after a refusal that passes', async () => {
    const { client, updates } = openClient();
    server.busyFor = 2;

    client.want(chat);
    await clock.advance(20_000);

    expect(joins(updates).length).toBe(1);
  });

  it('gives up a channel the server takes away', async () => {
    const { client, updates } = openClient();
    client.want(chat);
    client.want(bell);
    await clock.advance(100);

    server.send({ type: 'unsubscribed', channel: chat, reason: 'membership_ended', resubscribe: false });
    await clock.advance(100);
    server.cut();
    await clock.advance(10_000);

    expect(updates.filter(({ event }) => event === 'left')).toEqual([
      { event: 'left', channel: chat, reason: 'membership_ended' },
    ]);
    expect(joins(updates).map(({ channel }) => channel)).toEqual([chat, bell, bell]);
  });
});

describe('the way down from one transport to the next', () => {
  it('tries a WebSocket twice for four seconds, then a stream once, then polls', async () => {
    server.blocked.add('websocket').add('sse');
    const { client, statuses } = openClient();

    client.want(chat);
    await clock.advance(60_000);

    expect(server.lines.map(({ transport }) => transport)).toEqual(['websocket', 'websocket', 'sse', 'poll']);
    expect(statuses.at(-1)).toBe('polling');
  });

  it('remembers in this tab what works, so that the next page begins with it', async () => {
    server.blocked.add('websocket');
    const { client, storage } = openClient();
    client.want(chat);
    await clock.advance(30_000);
    client.close();

    const next = openClient(storage);
    next.client.want(chat);
    await clock.advance(100);

    expect(inUse()).toEqual(['sse']);
  });

  it('tries the WebSocket again after five minutes, beside the line in use, and moves over without a gap', async () => {
    server.blocked.add('websocket');
    const { client, updates, storage } = openClient();
    client.want(chat);
    await clock.advance(30_000);
    await clock.advance(5 * 60_000 + 5000);
    const whileBlocked = inUse();

    server.blocked.clear();
    for (let n = 0; n < 330; n += 1) {
      server.publish('c1');
      await clock.advance(1000);
    }

    expect(whileBlocked).toEqual(['sse']);
    expect(inUse()).toEqual(['websocket']);
    expect([...new Set(revsIn(updates))]).toEqual(Array.from({ length: 330 }, (_, n) => n + 1));
    expect(joins(updates).some(({ recovered }) => recovered === false)).toBe(false);
    expect(storage.getItem(LADDER_KEY)).toBeNull();
  });

  it('does not blame the transport when the server is away', async () => {
    const { client, statuses } = openClient();
    client.want(chat);
    await clock.advance(100);

    server.isAway = true;
    server.cut();
    await clock.advance(180_000);
    server.isAway = false;
    await clock.advance(60_000);

    expect(inUse()).toEqual(['websocket']);
    expect(statuses).toEqual(['live', 'connecting', 'offline', 'live']);
  });

  it('goes at once to what the server offers', async () => {
    server.offered = ['poll'];
    const { client } = openClient();

    client.want(chat);
    await clock.advance(5000);

    expect(server.lines.map(({ transport }) => transport)).toEqual(['websocket', 'poll']);
  });
});

describe('the end of a line', () => {
  const endedBy = async (code: number) => {
    const opened = openClient();
    opened.client.want(chat);
    await clock.advance(100);
    server.cut(code);
    await clock.advance(50);
    return opened;
  };

  it('is final when a frame of ours was bad', async () => {
    const { statuses } = await endedBy(closeCodes.badFrame);
    await clock.advance(600_000);

    expect(server.lines.length).toBe(1);
    expect(statuses.at(-1)).toBe('offline');
  });

  it('is final when the session has ended, until somebody has signed in', async () => {
    const { client, statuses } = await endedBy(closeCodes.noSession);
    server.isSignedOut = true;
    client.wake();
    await clock.advance(600_000);
    const lines = server.lines.length;

    server.isSignedOut = false;
    client.wake();
    await clock.advance(100);

    expect(lines).toBe(1);
    expect(statuses).toEqual(['live', 'signed-out', 'connecting', 'live']);
  });

  it.each([
    [true, 'signed-out'],
    [false, 'live'],
  ] as const)('is looked into when it was revoked: signed out %s leads to %s', async (isSignedOut, status) => {
    server.isSignedOut = isSignedOut;
    const { client } = await endedBy(closeCodes.revoked);
    await clock.advance(60_000);

    expect(client.status).toBe(status);
  });

  it('keeps away for a minute when this person has too many', async () => {
    await endedBy(closeCodes.tooMany);
    await clock.advance(59_000);
    const early = server.lines.length;
    await clock.advance(2000);

    expect([early, server.lines.length]).toEqual([1, 2]);
  });

  it('keeps away for a minute also where a stream has no code to say that they are too many', async () => {
    const { client } = openClient();
    client.want(chat);
    await clock.advance(100);

    server.announce({ type: 'reconnect', afterMs: 3000, reason: 'overload' });
    await clock.advance(10);
    server.cut();
    await clock.advance(59_000);
    const early = server.lines.length;
    await clock.advance(2000);

    expect([early, server.lines.length]).toEqual([1, 2]);
  });

  it('was planned: a line takes its place before it ends', async () => {
    const { client, statuses } = openClient();
    client.want(chat);
    await clock.advance(100);

    server.announce({ type: 'reconnect', afterMs: 3000, reason: 'max_duration' });
    await clock.advance(3100);

    expect(server.lines.map(({ isClosed }) => isClosed)).toEqual([true, false]);
    expect(statuses).toEqual(['live']);
  });

  it('was planned and comes at once: the next line waits as long as the server has said', async () => {
    const { client } = openClient();
    client.want(chat);
    await clock.advance(100);

    server.announce({ type: 'reconnect', afterMs: 3000, reason: 'shutdown' });
    await clock.advance(10);
    server.cut(closeCodes.restart);
    await clock.advance(2900);
    const early = server.lines.length;
    await clock.advance(300);

    expect([early, server.lines.length]).toEqual([1, 2]);
  });

  it('comes by silence after forty seconds, and not while the server gives signs of life', async () => {
    const { client } = openClient();
    client.want(chat);
    await clock.advance(300_000);
    const lines = server.lines.length;
    server.isMute = true;
    await clock.advance(24_000);
    const early = client.status;
    await clock.advance(17_000);

    expect([lines, early]).toEqual([1, 'live']);
    expect(client.status).not.toBe('live');
    expect(server.sent.filter(({ type }) => type === 'pong').length).toBeGreaterThan(18);
  });

  it('is followed by tries ever further apart, each at any moment of its span, up to half a minute', async () => {
    const spans: number[] = [];
    server.isAway = true;
    const { client } = openClient(memory(), () => 1);
    client.want(chat);
    await clock.advance(300_000);
    const times = server.asked.map(({ at }) => at);
    for (let n = 1; n < times.length; n += 1)
      spans.push(Math.round(((times[n] ?? 0) - (times[n - 1] ?? 0)) / 500) * 500);

    expect(spans.slice(0, 8)).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });

  it('counts as the first again after half a minute of life', async () => {
    server.isAway = true;
    const { client } = openClient();
    client.want(chat);
    await clock.advance(100_000);
    server.isAway = false;
    await clock.advance(31_000 + 31_000);
    const lines = server.lines.length;

    server.cut();
    await clock.advance(600);

    expect(server.lines.length).toBe(lines + 1);
  });
});

describe('somebody who looks at the page again', () => {
  it('does not wait for the next try', async () => {
    server.isAway = true;
    const { client } = openClient();
    client.want(chat);
    await clock.advance(200_000);
    server.isAway = false;

    client.wake();
    await clock.advance(50);

    expect(client.status).toBe('live');
  });

  it('finds out within four seconds that a line has died in its sleep', async () => {
    const { client } = openClient();
    client.want(chat);
    await clock.advance(26_000);
    server.isMute = true;

    client.wake();
    await clock.advance(4600);

    expect(server.lines.length).toBe(2);
  });

  it('leaves a line alone that answers', async () => {
    const { client } = openClient();
    client.want(chat);
    await clock.advance(26_000);

    client.wake();
    await clock.advance(10_000);

    expect(server.lines.length).toBe(1);
  });

  it('replaces a stream that may have died, and loses nothing by it', async () => {
    server.offered = ['sse'];
    const { client, updates } = openClient();
    client.want(chat);
    await clock.advance(30_000);
    server.publish('c1');
    await clock.advance(12_000);

    client.wake();
    await clock.advance(1);
    server.publish('c1');
    await clock.advance(100);

    expect([...new Set(revsIn(updates))]).toEqual([1, 2]);
    expect(inUse()).toEqual(['sse']);
  });
});

it('after signing out nothing is heard or tried', async () => {
  const { client, updates, statuses } = openClient();
  client.want(chat);
  await clock.advance(100);
  const count = updates.length;

  client.signOut();
  server.publish('c1');
  await clock.advance(600_000);

  expect(updates.length).toBe(count);
  expect(server.live).toEqual([]);
  expect(statuses.at(-1)).toBe('signed-out');
});
