import { beforeEach, describe, expect, it } from 'vitest';
import { CONTROL_CHANNEL } from '#lib/context/ports/values.ts';
import { newId } from '#lib/core/ids.ts';
import { after, before, MINUTE_MS, SECOND_MS } from '#lib/core/time.ts';
import { from } from '#lib/data/query.ts';
import type { BusEvent } from '#lib/tunnel/bus/bus.ts';
import { TunnelBusRows } from '#lib/tunnel/collections.ts';
import type { TunnelBus } from '#lib/tunnel/ports.ts';
import { type TestContext, testContext } from '#tests/support/context.ts';
import { openSharedBus } from './shared-bus.ts';

let ctx: TestContext;
let bus: TunnelBus;
let opened: number;
beforeEach(async () => {
  ctx = await testContext();
  opened = 0;
  const data: TestContext['data'] = {
    ...ctx.data,
    watch: (...asked) => {
      opened += 1;
      return ctx.data.watch(...asked);
    },
  };
  bus = openSharedBus({ ...ctx, data, shards: 1, gathers: true });
});

const eventOf = (event: BusEvent['event'], data: unknown, channel = 'conversation:c1'): BusEvent => ({
  ...{ id: newId('event'), channel, event, data },
  ...{ at: ctx.now().toISOString(), origin: 'here' },
});
const rows = async () =>
  (await ctx.data.find(from(TunnelBusRows).where('shard', '==', 0).orderBy('at').limit(100))).rows;
const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
};

describe('publish', () => {
  it('splits large events into bounded documents, and sends a revocation in one of its own', async () => {
    const signals = Array.from({ length: 49 }, () => eventOf('call.candidates', { sdp: '"'.repeat(32_000) }));
    const revoked = eventOf('session.revoked', { userId: 'usr_1' }, CONTROL_CHANNEL);
    await bus.publish([...signals, revoked]);
    await bus.close();

    const texts = (await rows()).map(({ data }) => data.events);
    expect(texts.every((text) => Buffer.byteLength(text) <= 257 * 1024)).toBe(true);
    const carried = texts.map((text) => JSON.parse(text) as BusEvent[]);
    expect(carried[0]).toEqual([revoked]);
    expect(carried.slice(1).flat()).toEqual(signals);
  });

  it('keeps the order of events within a millisecond, at most fifty to a row', async () => {
    const events = Array.from({ length: 120 }, (_, n) => eventOf('typing', { n }));
    await bus.publish(events);
    await bus.close();

    const kept = await rows();
    expect(kept.flatMap(({ data }) => JSON.parse(data.events) as BusEvent[])).toEqual(events);
    expect(new Set(kept.map(({ data }) => data.at)).size).toBe(3);
  });
});

describe('a subscriber', () => {
  /** Inserts a row as another process writes it, with a different clock. */
  const put = async (name: string, msAgo: number) =>
    ctx.data.create(TunnelBusRows, newId('busRow'), {
      ...{ shard: 0, at: before(ctx.now(), msAgo), origin: 'there' },
      ...{ events: JSON.stringify([eventOf('typing', { name })]), expiresAt: after(ctx.now(), 10 * MINUTE_MS) },
    });
  function subscribe() {
    const names = new Set<string>();
    const stop = bus.subscribe((events) => {
      for (const { data } of events) names.add((data as { name: string }).name);
    });
    return { names, stop };
  }

  it('receives all events of a burst, and those of a process whose clock is behind', async () => {
    await put('old', 30 * SECOND_MS);
    const { names } = subscribe();
    await put('first', 0);
    await until(() => names.has('first'));

    await Promise.all(Array.from({ length: 1_200 }, (_, n) => put(`m${n}`, -n)));
    await put('slow clock', 50 * SECOND_MS);
    await until(() => names.size >= 1_202);
    ctx.clock.advance(2 * MINUTE_MS);
    await put('slow clock later', 50 * SECOND_MS);
    await until(() => names.size >= 1_203);

    expect(names.has('old')).toBe(false);
    expect([...names].filter((name) => name.startsWith('m'))).toHaveLength(1_200);
    expect(names).toContain('slow clock');
    expect(names).toContain('slow clock later');
    await bus.close();
  });

  it('receives events for hours, through listeners renewed before their rows expire', async () => {
    const { names } = subscribe();
    for (let n = 0; n < 60; n++) {
      await put(`m${n}`, 0);
      await until(() => names.has(`m${n}`));
      ctx.clock.advance(2 * MINUTE_MS);
    }

    expect(names.size).toBe(60);
    expect(opened).toBeGreaterThan(15);
    await bus.close();
  });

  it('reuses the listener when another subscribes soon after', async () => {
    for (let n = 0; n < 3; n++) {
      const { names, stop } = subscribe();
      await put(`m${n}`, 0);
      await until(() => names.has(`m${n}`));
      stop();
    }

    expect(opened).toBe(1);
    await bus.close();
  });
});
