import { describe, expect, it } from 'vitest';
import { runsNewestFirst } from '#lib/admin/queries.ts';
import { DAY_MS } from '#lib/core/time.ts';
import { startTicker } from '#services/run/ticker.ts';
import { testContext } from '#tests/support/context.ts';
import { settled } from '#tests/support/memory-sink.ts';

const NEVER_MS = 2 ** 30;

describe('startTicker', () => {
  it('runs due processes at the start of the server, and again when they are due', async () => {
    const world = await testContext();
    const ticker = startTicker(world, NEVER_MS);
    await ticker.tick();
    const first = await world.data.find(runsNewestFirst('hold-expiry', 10));

    world.clock.advance(DAY_MS);
    await ticker.tick();
    await ticker.close();

    expect(first.rows.map(({ data }) => [data.trigger, data.status])).toEqual([['ticker', 'succeeded']]);
    expect((await world.data.find(runsNewestFirst('hold-expiry', 10))).rows).toHaveLength(2);
  });

  it('sweeps expired documents', async () => {
    const world = await testContext();
    const ticker = startTicker(world, NEVER_MS);
    await ticker.tick();
    world.clock.advance(91 * DAY_MS);

    await ticker.tick();
    await ticker.close();

    // No expired document is left for another sweep.
    expect(await world.data.sweep()).toBe(0);
  });

  it('continues after a store failure and logs it', async () => {
    const world = await testContext();
    let isDown = true;
    const find: typeof world.data.find = (query) =>
      isDown ? Promise.reject(new Error('down')) : world.data.find(query);
    const ticker = startTicker({ ...world, data: { ...world.data, find } }, NEVER_MS);
    await ticker.tick();

    isDown = false;
    await ticker.tick();
    await ticker.close();

    expect(world.lines.some(({ event }) => event === 'ticker.failed')).toBe(true);
    expect((await world.data.find(runsNewestFirst('hold-expiry', 10))).rows).toHaveLength(1);
  });

  it('closes only after its running tick, so that no tick meets a closed database', async () => {
    const world = await testContext();
    const { promise: disk, resolve: answer } = Promise.withResolvers<void>();
    const find: typeof world.data.find = (query) => disk.then(() => world.data.find(query));
    const ticker = startTicker({ ...world, data: { ...world.data, find } }, NEVER_MS);
    let isEnded = false;
    const end = ticker.close().then(() => {
      isEnded = true;
    });

    await settled();
    expect(isEnded).toBe(false);
    answer();
    await end;
  });

  it('does nothing when it is turned off', async () => {
    const world = await testContext({ vars: { PROCESS_TICKER: 'off' } });

    await startTicker(world, 1).close();
    await new Promise((resolve) => setImmediate(resolve));

    expect((await world.data.find(runsNewestFirst('hold-expiry', 10))).rows).toEqual([]);
  });
});
