import { beforeEach, describe, expect, it } from 'vitest';
import { transports } from '#lib/tunnel/values.ts';
import { HandClock } from '#tests/support/hand-clock.ts';
import { type Random, randomFrom } from '#tests/support/random.ts';
import { type OpenTab, TabScript } from '#tests/support/tab-script.ts';
import { TunnelScript } from '#tests/support/tunnel-script.ts';
import { TunnelClient } from './client.ts';
import { TunnelTab } from './leader.ts';

/** To replay a printed failure, write its seed here. */
const seed = Date.now() % 2 ** 31;
const RUNS = 150;

const chat = 'conversation:c1';
const bell = 'notifications:unread';

let clock: HandClock;
let server: TunnelScript;
let browser: TabScript;
beforeEach(() => {
  clock = new HandClock();
  server = new TunnelScript(clock);
  browser = new TabScript(clock, server);
});

const listen = (opened: OpenTab, channel = chat, position: string | null = null) =>
  opened.tab.listen(channel, (update) => opened.updates.push(update), position);
const revsOf = ({ updates }: Pick<OpenTab, 'updates'>) =>
  updates.flatMap((update) => ('cursor' in update ? [Number.parseInt(update.cursor ?? '', 10)] : []));
const countTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, n) => first + n);

describe('the tabs of one user', () => {
  it('share one connection, and each receives the events of its channels', async () => {
    const [first, second, third] = [browser.open(), browser.open(), browser.open()];
    listen(first);
    listen(second);
    listen(third, bell);
    await clock.advance(100);

    server.publish('c1');
    server.count(5);
    await clock.advance(100);

    expect(server.lines.length).toBe(1);
    expect([revsOf(first), revsOf(second)]).toEqual([[1], [1]]);
    expect(third.updates.at(-1)).toMatchObject({ event: 'count', data: { count: 5 } });
    expect([first, second, third].map(({ tab }) => tab.status())).toEqual(['live', 'live', 'live']);
  });

  it.each(['leave', 'kill'] as const)('lose no event when the leading tab closes: %s', async (way) => {
    const [first, second] = [browser.open(), browser.open()];
    listen(first);
    listen(second);
    await clock.advance(100);
    server.publish('c1');
    await clock.advance(100);

    if (way === 'kill') browser.kill(first);
    else first.tab.leave();
    server.publish('c1');
    server.publish('c1');
    await clock.advance(100);

    expect(revsOf(second)).toEqual([1, 2, 3]);
    expect(second.updates.filter(({ event }) => event === 'joined')).toEqual([
      { event: 'joined', channel: chat },
      { event: 'joined', channel: chat, recovered: true },
    ]);
  });

  it('unsubscribe from the channel of a tab that was killed', async () => {
    const [first, second] = [browser.open(), browser.open()];
    listen(first);
    listen(second, 'conversation:c2');
    await clock.advance(100);

    browser.kill(second);
    await clock.advance(100);

    expect(server.sent.at(-1)).toEqual({ type: 'unsubscribe', channel: 'conversation:c2' });
  });

  it('stay subscribed to a channel until the last of them drops it', async () => {
    const [first, second] = [browser.open(), browser.open()];
    const stopOne = listen(first);
    const stopTwo = listen(second);
    listen(first, bell);
    await clock.advance(100);

    stopOne();
    await clock.advance(100);
    const after = server.sent.length;
    stopTwo();
    await clock.advance(100);

    expect(server.sent.slice(after)).toEqual([{ type: 'unsubscribe', channel: chat }]);
  });

  it('disconnect together when the user signs out in one of them', async () => {
    const [first, second] = [browser.open(), browser.open()];
    listen(first);
    listen(second);
    await clock.advance(100);

    second.tab.signOut();
    await clock.advance(60_000);

    expect([first, second].map(({ tab }) => tab.status())).toEqual(['signed-out', 'signed-out']);
    expect(server.live).toEqual([]);
  });

  it('receive events after the next sign-in, also a tab that was left open', async () => {
    const first = browser.open();
    listen(first);
    await clock.advance(100);
    first.tab.signOut();
    server.isSignedOut = true;
    await clock.advance(60_000);

    server.isSignedOut = false;
    const second = browser.open();
    listen(second, chat, '0~e1');
    await clock.advance(1000);
    server.publish('c1');
    await clock.advance(100);

    expect([first, second].map(({ tab }) => tab.status())).toEqual(['live', 'live']);
    expect([revsOf(first), revsOf(second)]).toEqual([[1], [1]]);
  });

  it('can each wake the connection', async () => {
    server.isAway = true;
    const [first, second] = [browser.open(), browser.open()];
    listen(first);
    await clock.advance(200_000);
    server.isAway = false;

    second.tab.wake();
    await clock.advance(50);

    expect([first, second].map(({ tab }) => tab.status())).toEqual(['live', 'live']);
  });

  it('resume without a lost event when the user returns to a page', async () => {
    const first = browser.open();
    listen(first);
    await clock.advance(100);
    first.tab.leave();
    server.publish('c1');
    await clock.advance(1000);

    first.tab.enter();
    await clock.advance(100);

    expect(revsOf(first)).toEqual([1]);
  });

  it('can each publish a typing signal', async () => {
    const [first, second] = [browser.open(), browser.open()];
    listen(first);
    await clock.advance(100);

    const isSent = [first.tab.publishTyping(chat, true), second.tab.publishTyping(chat, false)];
    await clock.advance(100);

    expect(isSent).toEqual([true, true]);
    expect(server.sent.filter(({ type }) => type === 'publish').length).toBe(2);
  });

  it('work alone when the browser cannot connect them', async () => {
    const updates: unknown[] = [];
    const tab = new TunnelTab({
      tab: 'tab1',
      name: 'plaza.tunnel.usr_1',
      others: null,
      openClient: (events) => new TunnelClient(server.world(), events),
    });
    tab.enter();
    tab.listen(chat, (update) => updates.push(update));
    await clock.advance(100);

    server.publish('c1');
    await clock.advance(100);

    expect(updates.length).toBe(2);
  });
});

describe('a listener', () => {
  it('receives every event after its cursor, also when another tab is further ahead', async () => {
    const [first, second] = [browser.open(), browser.open()];
    listen(first);
    await clock.advance(100);
    for (let n = 0; n < 3; n += 1) server.publish('c1');
    await clock.advance(100);

    listen(second, chat, '1~e1');
    server.publish('c1');
    await clock.advance(100);

    expect(revsOf(second)).toEqual([2, 3, 4]);
    expect(revsOf(first)).toEqual([1, 2, 3, 4]);
    expect(first.updates.filter(({ event }) => event === 'joined').length).toBe(1);
  });

  it.each(transports)('is told once on an open connection (%s) to reload, in every tab', async (transport) => {
    server.offered = [transport];
    const tabs = [browser.open(), browser.open(), browser.open()];
    for (const opened of tabs) listen(opened);
    await clock.advance(20_000);
    server.publish('c1');
    await clock.advance(100);

    server.flood('c1');
    await clock.advance(1000);
    server.publish('c1');
    await clock.advance(100);

    for (const { updates } of tabs) {
      expect(updates.filter((update) => 'recovered' in update && update.recovered === false)).toHaveLength(1);
      expect(revsOf({ updates })).toEqual([1, 103]);
    }
  });

  it('is not told to reload when only another listener of its channel has missed too much', async () => {
    const [first, second] = [browser.open(), browser.open()];
    listen(first);
    await clock.advance(100);
    for (let n = 0; n < 110; n += 1) server.publish('c1');
    await clock.advance(100);

    listen(second, chat, '2~e1');
    await clock.advance(100);

    expect(second.updates).toEqual([{ event: 'joined', channel: chat, recovered: false }]);
    expect(first.updates.filter(({ event }) => event === 'joined')).toEqual([{ event: 'joined', channel: chat }]);
  });

  it('is told to reload when its cursor is unknown, and other listeners are not', async () => {
    const [first, second] = [browser.open(), browser.open()];
    listen(first);
    await clock.advance(100);

    listen(second, chat, '7~gone');
    await clock.advance(100);

    expect(second.updates).toEqual([{ event: 'joined', channel: chat, recovered: false }]);
    expect(first.updates).toEqual([{ event: 'joined', channel: chat }]);
  });
});

/** Runs one step of a day with many tabs. */
function step(random: Random, tabs: OpenTab[], published: { count: number }): void {
  switch (random.int(9)) {
    case 0:
      if (tabs.length < 5) {
        const opened = browser.open();
        listen(opened, chat, `${published.count}~e1`);
        Object.assign(opened, { from: published.count });
        tabs.push(opened);
      }
      return;
    case 1: {
      const [gone] = tabs.splice(random.int(tabs.length), 1);
      if (gone && random.chance(0.5)) browser.kill(gone);
      else gone?.tab.leave();
      return;
    }
    case 2:
      server.cut();
      return;
    case 3:
      server.isAway = !server.isAway;
      if (server.isAway) server.cut();
      return;
    case 4:
      if (random.chance(0.5)) server.blocked.add('websocket');
      else server.blocked.clear();
      return;
    case 5:
      if (tabs.length > 0) random.pick(tabs).tab.wake();
      return;
    default:
      server.publish('c1');
      published.count += 1;
  }
}

it(`every tab receives every event once and in order, whatever happens to tabs, connections and server (seed ${seed})`, async () => {
  for (let run = 0; run < RUNS; run += 1) {
    clock = new HandClock();
    server = new TunnelScript(clock);
    browser = new TabScript(clock, server);
    const random = randomFrom(seed + run);
    const tabs: (OpenTab & { from?: number })[] = [];
    const published = { count: 0 };

    for (let n = 0; n < 60; n += 1) {
      step(random, tabs, published);
      await clock.advance(random.pick([0, 1, 3, 7, 20, 400, 5000, 45_000]));
    }
    server.isAway = false;
    server.blocked.clear();
    await clock.advance(120_000);

    for (const { id, updates, from = 0 } of tabs)
      expect(revsOf({ updates }), `run ${run}, ${id}`).toEqual(countTo(published.count, from + 1));
    expect(server.live.length, `run ${run}`).toBe(Math.min(1, tabs.length));
  }
});
