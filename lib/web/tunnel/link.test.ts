import { beforeEach, describe, expect, it } from 'vitest';
import type { ClientFrame } from '#lib/tunnel/schemas/frame.ts';
import { HandClock } from '#tests/support/hand-clock.ts';
import { memory } from '#tests/support/tunnel-script.ts';
import type { LineEvents, LineWorld, OpenLine } from './line.ts';
import { TunnelLink } from './link.ts';

let clock: HandClock;
beforeEach(() => {
  clock = new HandClock();
});

/** Opens a link over a scripted line and records everything it reports. */
function openLink(transport: 'websocket' | 'sse' = 'websocket') {
  const sent: ClientFrame[] = [];
  const reported: (string | number)[] = [];
  const lines: LineEvents[] = [];
  const open: OpenLine = (_, events) => {
    lines.push(events);
    const close = () => void reported.push('hung up');
    return transport === 'sse' ? { close } : { send: (frames) => void sent.push(...frames), close };
  };
  const world: LineWorld = {
    ...{ now: clock.now, later: clock.later, random: () => 0, storage: memory() },
    open: { websocket: open, sse: open, poll: open },
    negotiate: async () => ({ is: 'away' }),
  };
  const link = new TunnelLink(world, transport, [], {
    frame: (_, { type }) => reported.push(type),
    closed: (_, code) => reported.push(code),
  });
  const beat = () => lines[0]?.beat();
  return { link, sent, reported, beat, receive: (frame: Parameters<LineEvents['frame']>[0]) => lines[0]?.frame(frame) };
}

describe('a tunnel link', () => {
  it('is cut when it has not opened within four seconds, and reported as broken', async () => {
    const { reported } = openLink();
    await clock.advance(3999);
    const early = [...reported];
    await clock.advance(1);

    expect([early, reported]).toEqual([[], ['hung up', 1006]]);
    expect(clock.waiting).toBe(0);
  });

  it('is cut after forty seconds of silence since the last heartbeat', async () => {
    const { link, reported, beat } = openLink();
    link.opened(() => reported.push('sound'));
    await clock.advance(25_000);
    beat();
    await clock.advance(39_999);
    const early = [...reported];
    await clock.advance(1);

    expect([early, reported]).toEqual([['sound'], ['sound', 'hung up', 1006]]);
  });

  it('responds to a ping by itself', () => {
    const { sent, reported, receive } = openLink();

    receive({ type: 'ping' });
    receive({ type: 'ack', id: 1 });

    expect([sent, reported]).toEqual([[{ type: 'pong' }], ['ack']]);
  });

  it.each([
    [true, []],
    [false, ['hung up', 1006]],
  ])('that is tested stays open if it responds within four seconds: %s', async (answers, end) => {
    const { link, sent, reported, beat } = openLink();
    link.opened(() => undefined);
    await clock.advance(5000);

    const wasAsked = link.tryOut();
    await clock.advance(1000);
    if (answers) beat();
    await clock.advance(3000);

    expect([wasAsked, sent, reported]).toEqual([true, [{ type: 'ping', id: 1 }], end]);
  });

  it('needs no test when it was just heard, and cannot be tested when it only receives', async () => {
    const [both, listens] = [openLink(), openLink('sse')];
    for (const { link } of [both, listens]) link.opened(() => undefined);
    const early = [both.link.tryOut(), listens.link.tryOut()];
    await clock.advance(4000);

    expect([early, listens.link.tryOut(), both.sent]).toEqual([[true, true], false, []]);
  });

  it('reports nothing after it was closed on this side', async () => {
    const { link, reported } = openLink();
    link.opened(() => reported.push('sound'));

    link.close();
    await clock.advance(60_000);

    expect(reported).toEqual(['hung up']);
    expect(clock.waiting).toBe(0);
  });
});
