import { expect, it, vi } from 'vitest';
import { revokeConnections } from '#lib/auth/revoke-connections.ts';
import { conversationChannel } from '#lib/tunnel/channels/channels.ts';
import { TunnelHub } from '#lib/tunnel/connections/hub.ts';
import type { TunnelBus } from '#lib/tunnel/ports.ts';
import { endListening, type NewEvent, publish } from '#lib/tunnel/publish.ts';
import { openTunnel } from '#services/tunnel/open.ts';
import { asUser, type TestContext } from '#tests/support/context.ts';
import { connect, type MemorySink } from '#tests/support/memory-sink.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import { type Random, randomFrom } from '#tests/support/random.ts';
import { Talks } from '#tests/support/talks.ts';

/** One world, and the bus of each of its processes to the others. */
export type BusWorld = { readonly ctx: TestContext; readonly buses: readonly [TunnelBus, TunnelBus] };

/**
 * Enough changes for every kind of fault to meet every kind of change. An emulator's bus carries only a few a second.
 */
const CHANGES = 80;
const ID = 'cvs_1';
const channel = conversationChannel(ID);

/** The guarantees between two processes over a bus, even over a bus that is worse than it should be. */
export function tunnelBusContract(open: () => Promise<BusWorld>): void {
  async function twoProcesses(spoil: (bus: TunnelBus) => TunnelBus = (bus) => bus) {
    const { ctx, buses } = await open();
    const talks = new Talks();
    const [near, far] = buses.map((bus) => {
      const hub = new TunnelHub(ctx, spoil(bus), talks.sources);
      return { hub, ctx: { ...ctx, tunnel: openTunnel(hub) } };
    });
    if (!near || !far) throw new Error('two processes are needed');
    const [{ isShared }] = buses;
    return { talks, near, far, isShared, close: () => Promise.all([near.hub.close(), far.hub.close()]) };
  }
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, 2));
  };
  const textsOf = ({ events }: MemorySink) => events.flatMap(({ data }) => (data as { id?: string }).id ?? []);

  it('carries events from one process to the listeners of another, once', async () => {
    const { talks, near, far, close } = await twoProcesses();
    const ann = await asUser(far.ctx);
    talks.open(ID, [ann.user.id]);
    const client = connect(far.hub, ann);
    client.send({ type: 'subscribe', channels: [{ channel }, { channel: 'notifications:unread' }] });
    await until(() => client.sink.of('subscribed').length === 2);

    for (const text of ['a', 'b', 'c']) await publish(near.ctx, [talks.post(ID, text)]);
    await publish(near.ctx, [talks.count(ann.user.id, 1, 'ntf_1')]);
    await until(() => textsOf(client.sink).length >= 3 && client.sink.events.some(({ event }) => event === 'count'));

    expect(textsOf(client.sink)).toEqual(['a', 'b', 'c']);
    await close();
  });

  it('disconnects former members, signed-out users and deleted conversations in both processes', async () => {
    const { talks, near, far, close } = await twoProcesses();
    const [ann, bob] = [await asUser(near.ctx), await asUser(near.ctx)];
    talks.open(ID, [ann.user.id, bob.user.id]);
    const clients = [near, far].map(({ hub }) => ({ ann: connect(hub, ann), bob: connect(hub, bob) }));
    for (const pair of clients) for (const client of [pair.ann, pair.bob]) client.send({ type: 'subscribe', channel });
    await until(() =>
      clients.every((pair) => [pair.ann, pair.bob].every(({ sink }) => sink.of('subscribed').length > 0)),
    );

    await publish(near.ctx, [talks.setMembers(ID, [ann.user.id])]);
    await until(() => clients.every((pair) => pair.bob.sink.of('unsubscribed').length > 0));
    await endListening(far.ctx, ID, 'conversation_deleted');
    await until(() => clients.every((pair) => pair.ann.sink.of('unsubscribed').length > 0));
    await revokeConnections(near.ctx, { userId: ann.user.id });
    await until(() => clients.every((pair) => pair.ann.sink.code !== null));

    expect(clients.map((pair) => pair.bob.sink.of('unsubscribed')[0]?.reason)).toEqual(
      Array(2).fill('membership_ended'),
    );
    expect(clients.map((pair) => [pair.ann.sink.code, pair.bob.sink.code])).toEqual([
      [4403, null],
      [4403, null],
    ]);
    await close();
  });

  it('reports whether a user is connected to another process', async () => {
    const { near, far, isShared, close } = await twoProcesses();
    const [ann, bob] = [await asUser(near.ctx), await asUser(near.ctx)];
    connect(far.hub, ann);

    // Without another process behind the bus, no process is asked. Otherwise its subscription may take a while to be
    // ready.
    await vi.waitFor(async () => expect(await near.hub.isLive(ann.user.id)).toBe(isShared), PATIENCE);
    expect(await far.hub.isLive(ann.user.id)).toBe(true);
    expect(await far.hub.isLive(bob.user.id)).toBe(false);
    await close();
  });

  it('leads to the same state everywhere although the bus loses, repeats and reorders events', async () => {
    const seed = 20260401;
    const random = randomFrom(seed);
    const { talks, near, far, close } = await twoProcesses((bus) => spoiled(bus, random));
    const people = await Promise.all([near, far].map(({ ctx }) => asUser(ctx)));
    talks.open(
      ID,
      people.map(({ user }) => user.id),
    );
    const clients = [near, far].flatMap(({ hub }) => people.map((person) => connect(hub, person)));
    for (const client of clients) client.send({ type: 'subscribe', channel });
    await until(() => clients.every(({ sink }) => sink.of('subscribed').length > 0));

    const rows: string[] = [];
    for (let n = 0; n < CHANGES; n++) {
      const from = random.pick([near, far]);
      const change = changeOf(talks, rows, random, n);
      await publish(from.ctx, [change]);
    }
    // An event that is lost last is found with the next one that arrives.
    const areAt = (rev: number) => clients.every(({ sink }) => sink.events.at(-1)?.cursor === `${rev}~e1`);
    for (let n = CHANGES; !areAt(n); n++) {
      await publish(random.pick([near, far]).ctx, [talks.post(ID, `end${n}`)]);
      // A bus takes time. Events published faster than it carries them would grow the gap beyond what can be recovered.
      const patience = Date.now() + 300;
      await until(() => areAt(n + 1) || Date.now() > patience);
    }

    for (const { sink } of clients) {
      const revs = sink.events.map(({ cursor = '' }) => Number.parseInt(cursor, 10));
      expect(revs, `seed ${seed}`).toEqual([...new Set(revs)].sort((a, b) => a - b));
      expect(stateIn(sink), `seed ${seed}`).toEqual(talks.stateOf(ID));
    }
    await close();
  });
}

function changeOf(talks: Talks, rows: string[], random: Random, n: number): NewEvent {
  if (rows.length < 5 || random.chance(0.5)) {
    rows.push(`m${n}`);
    return talks.post(ID, `m${n}`);
  }
  if (random.chance(0.7)) return talks.edit(ID, random.pick(rows), `edit ${n}`);
  const [gone = ''] = rows.splice(random.int(rows.length), 1);
  return talks.remove(ID, gone);
}

/** Returns what a client that applies the events in order shows in the end. */
function stateIn({ events }: MemorySink): Record<string, string> {
  const state: Record<string, string> = {};
  for (const { event, data } of events) {
    const { id, text = '' } = data as { id: string; text?: string };
    if (event === 'message.deleted') delete state[id];
    else state[id] = text;
  }
  return state;
}

/** Returns a bus that loses a fifth of its events, repeats a fifth, and reverses the order within a batch. */
function spoiled(bus: TunnelBus, random: Random): TunnelBus {
  let late: Parameters<TunnelBus['publish']>[0] = [];
  return {
    ...bus,
    publish: async (events) => {
      const kept = events.filter(() => !random.chance(0.2)).flatMap((one) => (random.chance(0.2) ? [one, one] : [one]));
      const now = [...kept, ...late].reverse();
      late = random.chance(0.3) ? now.splice(0) : [];
      if (now.length > 0) await bus.publish(now);
    },
  };
}
