import { beforeEach, describe, expect, it } from 'vitest';
import { HandClock } from '#tests/support/hand-clock.ts';
import { memory } from '#tests/support/tunnel-script.ts';
import { LADDER_KEY, TunnelLadder } from './ladder.ts';

const MINUTE_MS = 60_000;
const all = ['websocket', 'sse', 'poll'] as const;

let clock: HandClock;
let storage: ReturnType<typeof memory>;
beforeEach(() => {
  clock = new HandClock();
  storage = memory();
});
const open = () => new TunnelLadder({ storage, now: clock.now });

describe('the choice of a transport', () => {
  it('skips what the server does not offer, and stays at the last transport that it offers', () => {
    const ladder = open();

    ladder.missed(['websocket', 'poll']);
    const once = ladder.transport;
    ladder.missed(['websocket', 'poll']);
    const twice = ladder.transport;
    for (let n = 0; n < 9; n += 1) ladder.missed(all);

    expect([once, twice, ladder.transport]).toEqual(['websocket', 'poll', 'poll']);
  });

  it('is stored once a connection has opened, for five minutes after the last attempt at a better one', async () => {
    const ladder = open();
    ladder.missed(['sse']);
    const early = storage.getItem(LADDER_KEY);
    ladder.opened('sse');
    await clock.advance(4 * MINUTE_MS);
    ladder.triedBetter();

    await clock.advance(4 * MINUTE_MS);
    const next = open();
    await clock.advance(MINUTE_MS);

    expect(early).toBeNull();
    expect([next.transport, next.betterInMs]).toEqual(['sse', 0]);
    expect(open().transport).toBe('websocket');
  });

  it('is removed from the storage once the best transport has opened', () => {
    const ladder = open();
    ladder.missed(['sse']);
    ladder.opened('sse');
    const before = ladder.betterInMs;
    ladder.opened('websocket');

    expect([before, ladder.betterInMs]).toEqual([5 * MINUTE_MS, null]);
    expect(storage.getItem(LADDER_KEY)).toBeNull();
  });

  it.each(['carrier-pigeon 1', 'sse', 'sse soon', 'sse 9999999999999', ''])(
    'starts with the best transport when the stored value is invalid: %j',
    (text) => {
      storage.setItem(LADDER_KEY, text);

      expect(open().transport).toBe('websocket');
    },
  );
});
