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

describe('the tunnel client', () => {
  it('is connected only while a channel is wanted', async () => {
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

  it('subscribes to the channels wanted at once in frames of at most fifty', async () => {
    const { client } = openClient();

    for (let n = 0; n < 60; n += 1) client.want(`conversation:c${n}`, '0~e1');
    await clock.advance(100);

    const sizes = server.sent.map((frame) => (frame.type === 'subscribe' ? frame.channels?.length : 0));
    expect(sizes).toEqual([50, 10]);
  });

  it.each(['websocket', 'sse', 'poll'] as const)(
    'loses no event and keeps the order over %s when its connection breaks repeatedly',
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

  it('reports that missed events cannot be recovered', async () => {
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

  it('subscribes again for a listener with an older cursor, on the same connection', async () => {
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

  it('sends the whole state to a later listener', async () => {
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

  it('reports a final refusal once and does not subscribe again', async () => {
    const { client, updates } = openClient();

    client.want('conversation:foreign');
    client.want(chat);
    await clock.advance(120_000);

    expect(updates.filter(({ event }) => event === 'refused')).toEqual([
      { event: 'refused', channel: 'conversation:foreign', status: 404 },
    ]);
    expect(server.sent.filter(({ type }) => type === 'subscribe').length).toBe(1);
  });

  it('subscribes again after a temporary refusal', async () => {
    const { client, updates } = openClient();
    server.busyFor = 2;

    client.want(chat);
    await clock.advance(20_000);

    expect(joins(updates).length).toBe(1);
  });

  it('gives up a channel that the server closes', async () => {
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

describe('the fallback from one transport to the next', () => {
  it('tries the WebSocket twice, then a stream once, then polls', async () => {
    server.blocked.add('websocket').add('sse');
    const { client, statuses } = openClient();

    client.want(chat);
    await clock.advance(60_000);

    expect(server.lines.map(({ transport }) => transport)).toEqual(['websocket', 'websocket', 'sse', 'poll']);
    expect(statuses.at(-1)).toBe('polling');
  });

  it('starts the next page of a tab with the transport that works', async () => {
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

  it('tries the WebSocket again after five minutes, and switches to it without losing events', async () => {
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

  it('keeps the transport when the server is unreachable', async () => {
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

  it('goes at once to a transport that the server offers', async () => {
    server.offered = ['poll'];
    const { client } = openClient();

    client.want(chat);
    await clock.advance(5000);

    expect(server.lines.map(({ transport }) => transport)).toEqual(['websocket', 'poll']);
  });
});

describe('the end of a connection', () => {
  const endedBy = async (code: number) => {
    const opened = openClient();
    opened.client.want(chat);
    await clock.advance(100);
    server.cut(code);
    await clock.advance(50);
    return opened;
  };

  it('is final after a malformed frame', async () => {
    const { statuses } = await endedBy(closeCodes.badFrame);
    await clock.advance(600_000);

    expect(server.lines.length).toBe(1);
    expect(statuses.at(-1)).toBe('offline');
  });

  it('is final after the session has ended, until the next sign-in', async () => {
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
  ] as const)(
    'after a revocation leads to a check of the session: signed out %s gives %s',
    async (isSignedOut, status) => {
      server.isSignedOut = isSignedOut;
      const { client } = await endedBy(closeCodes.revoked);
      await clock.advance(60_000);

      expect(client.status).toBe(status);
    },
  );

  it('is followed by a pause of a minute when the user has too many connections', async () => {
    await endedBy(closeCodes.tooMany);
    await clock.advance(59_000);
    const early = server.lines.length;
    await clock.advance(2000);

    expect([early, server.lines.length]).toEqual([1, 2]);
  });

  it('is followed by a pause of a minute when a stream announces an overload', async () => {
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

  it('is preceded by a new connection when it was announced', async () => {
    const { client, statuses } = openClient();
    client.want(chat);
    await clock.advance(100);

    server.announce({ type: 'reconnect', afterMs: 3000, reason: 'max_duration' });
    await clock.advance(3100);

    expect(server.lines.map(({ isClosed }) => isClosed)).toEqual([true, false]);
    expect(statuses).toEqual(['live']);
  });

  it('is followed by the announced pause when it comes at once', async () => {
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

  it('comes after forty seconds of silence, but not while the server sends anything', async () => {
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

  it('is followed by attempts with growing pauses, up to 30 seconds', async () => {
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

  it('is followed by the shortest pause again after half a minute of connection', async () => {
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

describe('a page that is shown again', () => {
  it('connects without waiting for the next attempt', async () => {
    server.isAway = true;
    const { client } = openClient();
    client.want(chat);
    await clock.advance(200_000);
    server.isAway = false;

    client.wake();
    await clock.advance(50);

    expect(client.status).toBe('live');
  });

  it('replaces a connection that died meanwhile within five seconds', async () => {
    const { client } = openClient();
    client.want(chat);
    await clock.advance(26_000);
    server.isMute = true;

    client.wake();
    await clock.advance(4600);

    expect(server.lines.length).toBe(2);
  });

  it('keeps a connection that responds', async () => {
    const { client } = openClient();
    client.want(chat);
    await clock.advance(26_000);

    client.wake();
    await clock.advance(10_000);

    expect(server.lines.length).toBe(1);
  });

  it('replaces a stream that may have died, without losing events', async () => {
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

it('the tunnel client receives nothing and does not reconnect after sign-out', async () => {
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
