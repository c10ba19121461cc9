import { beforeEach, describe, expect, it } from 'vitest';
import { Sessions } from '#lib/auth/collections.ts';
import { revokeConnections } from '#lib/auth/revoke-connections.ts';
import { newSession } from '#lib/auth/sessions.ts';
import { CONTROL_CHANNEL } from '#lib/context/ports/values.ts';
import { DAY_MS, MINUTE_MS } from '#lib/core/time.ts';
import { conversationChannel } from '#lib/tunnel/channels/channels.ts';
import { type NewEvent, publish } from '#lib/tunnel/publish.ts';
import { closeCodes } from '#lib/tunnel/values.ts';
import { openMemoryBus } from '#services/tunnel/memory-bus.ts';
import { openTunnel } from '#services/tunnel/open.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { connect, MemorySink, settled, type TestClient } from '#tests/support/memory-sink.ts';
import { randomFrom } from '#tests/support/random.ts';
import { ScriptedBus } from '#tests/support/scripted-bus.ts';
import { Talks } from '#tests/support/talks.ts';
import { TunnelHub } from './hub.ts';

const ID = 'cvs_1';
const channel = conversationChannel(ID);

let ctx: TestContext;
let hub: TunnelHub;
let talks: Talks;
beforeEach(async () => {
  const world = await testContext();
  talks = new Talks();
  hub = new TunnelHub(world, openMemoryBus(), talks.sources);
  ctx = { ...world, tunnel: openTunnel(hub) };
});

const publishEvents = (...events: NewEvent[]) => publish(ctx, events);
const textsOf = ({ events }: MemorySink) => events.map(({ data }) => (data as { id?: string }).id);
async function joined(wanted: readonly object[] = [{ channel }], transport?: 'sse'): Promise<TestClient> {
  const ann = await asUser(ctx);
  talks.open(ID, [ann.user.id]);
  const client = connect(hub, ann, transport);
  client.send({ type: 'subscribe', id: 1, channels: wanted });
  await settled();
  return client;
}

describe('the gap rule', () => {
  it('reads the events that the bus has lost before it delivers later events, and reads once', async () => {
    const { sink } = await joined();
    const [a, b, c] = [talks.post(ID, 'a'), talks.post(ID, 'b'), talks.post(ID, 'c')];
    const reads = talks.reads;

    await publishEvents(c);
    await publishEvents(b);
    await publishEvents(a, c);
    await settled();

    expect(textsOf(sink)).toEqual(['a', 'b', 'c']);
    expect(talks.reads - reads).toBe(1);
  });

  it('holds back all events of the channel while it reads', async () => {
    const { sink } = await joined();
    const gate = Promise.withResolvers<void>();
    talks.before = () => gate.promise;
    talks.post(ID, 'a');

    await publishEvents(talks.post(ID, 'b'));
    await publishEvents({ channel, event: 'read.updated', data: { userId: 'usr_b' } });
    await publishEvents(talks.post(ID, 'c'));
    await settled();
    const before = sink.events.length;
    gate.resolve();
    await settled();

    expect(before).toBe(0);
    expect(textsOf(sink).filter(Boolean)).toEqual(['a', 'b', 'c']);
    expect(sink.events).toHaveLength(4);
  });

  it('asks listeners to resubscribe when the gap is too wide', async () => {
    const { sink } = await joined();
    for (let n = 0; n < 102; n++) talks.post(ID, `m${n}`);

    await publishEvents(talks.post(ID, 'last'));
    await settled();

    expect(sink.of('unsubscribed')).toEqual([{ type: 'unsubscribed', channel, reason: 'server', resubscribe: true }]);
    expect(hub.load.channels).toBe(0);
  });

  it('asks listeners to resubscribe when the rows of a gap cannot be read', async () => {
    const { sink } = await joined();
    talks.post(ID, 'a');
    talks.before = () => Promise.reject(new Error('the store is down'));

    await publishEvents(talks.post(ID, 'b'));
    await settled();

    expect(sink.of('unsubscribed')).toEqual([{ type: 'unsubscribed', channel, reason: 'server', resubscribe: true }]);
    expect(ctx.lines.map(({ event }) => event)).toContain('tunnel.repair_failed');
    expect(hub.load.channels).toBe(0);
  });

  it('delivers nothing after a removal to the removed member, even when the removal event was lost', async () => {
    const [ann, bob] = [await asUser(ctx), await asUser(ctx)];
    talks.open(ID, [ann.user.id, bob.user.id]);
    const clients = [connect(hub, ann), connect(hub, bob)];
    for (const client of clients) client.send({ type: 'subscribe', channel });
    await settled();
    talks.setMembers(ID, [ann.user.id]);
    const secret = talks.post(ID, 'secret');
    talks.post(ID, 'later');
    talks.setMembers(ID, [ann.user.id]);

    await publishEvents(secret);
    await settled();

    expect(clients.map(({ sink }) => textsOf(sink))).toEqual([['secret'], []]);
    expect(clients[1]?.sink.of('unsubscribed').map(({ reason }) => reason)).toEqual(['membership_ended']);
  });

  it('reads an event whose data was too large for the bus', async () => {
    const { sink } = await joined();
    const { data: _, ...bare } = talks.post(ID, 'large');

    await publishEvents(bare);
    await settled();

    expect(textsOf(sink)).toEqual(['large']);
  });
});

describe('a subscription', () => {
  it('misses no event of a burst during which it starts, in 500 rounds', async () => {
    const seed = 7;
    const random = randomFrom(seed);
    const ann = await asUser(ctx);
    talks.open(ID, [ann.user.id]);
    talks.before = () => (random.chance(0.5) ? Promise.resolve() : settled(1 + random.int(2)));
    for (let round = 0; round < 500; round++) {
      const client = connect(hub, ann);
      const from = Number(Object.keys(talks.stateOf(ID)).length);
      client.send({ type: 'subscribe', channel, cursor: `${from}~e1` });
      for (let n = 0; n < 3; n++) {
        if (random.chance(0.5)) await settled(1);
        await publishEvents(talks.post(ID, `r${from + n}`));
      }
      await settled(12);
      expect(textsOf(client.sink), `seed ${seed}, round ${round}`).toEqual([0, 1, 2].map((n) => `r${from + n}`));
      client.line.gone();
      if (from > 60) talks.open(ID, [ann.user.id]);
    }
  });

  it('is confirmed again when it is repeated, and delivers each event once', async () => {
    const client = await joined();
    await publishEvents(talks.post(ID, 'a'));
    client.send({ type: 'subscribe', id: 2, channel });
    await settled();
    await publishEvents(talks.post(ID, 'b'));
    await settled();

    expect(client.sink.of('subscribed').map(({ id, cursor }) => [id, cursor])).toEqual([
      [1, '0~e1'],
      [2, '1~e1'],
    ]);
    expect(textsOf(client.sink)).toEqual(['a', 'b']);
  });

  it('delivers nothing after an unsubscribe', async () => {
    const client = await joined();
    client.send({ type: 'unsubscribe', id: 2, channel });
    await settled();
    await publishEvents(talks.post(ID, 'a'));
    await settled();

    expect(client.sink.of('ack')).toEqual([{ type: 'ack', id: 2 }]);
    expect(client.sink.events).toEqual([]);
    expect(hub.load).toEqual({ connections: 1, channels: 0 });
  });

  it('is refused to a member who is removed while joining', async () => {
    const ann = await asUser(ctx);
    talks.open(ID, [ann.user.id]);
    const gate = Promise.withResolvers<void>();
    talks.before = () => gate.promise;
    const client = connect(hub, ann);
    client.send({ type: 'subscribe', id: 1, channel });
    await settled();

    await publishEvents(talks.setMembers(ID, []));
    gate.resolve();
    await settled();
    await publishEvents(talks.post(ID, 'secret'));
    await settled();

    expect(client.sink.of('error').map(({ statusCode }) => statusCode)).toEqual([404]);
    expect(JSON.stringify(client.sink.frames)).not.toContain('secret');
  });

  it('fails with a temporary 503 when the channel is closed meanwhile, and succeeds when repeated', async () => {
    const { sink } = await joined();
    const bob = await asUser(ctx);
    const { user } = bob;
    talks.setMembers(ID, [...(talks.membersOf(ID) ?? []), user.id]);
    const gate = Promise.withResolvers<void>();
    talks.before = () => {
      talks.before = async () => undefined;
      return gate.promise;
    };
    const late = connect(hub, bob);
    late.send({ type: 'subscribe', id: 1, channel });
    await settled();
    for (let n = 0; n < 102; n++) talks.post(ID, `m${n}`);
    await publishEvents(talks.post(ID, 'last'));
    await settled();
    gate.resolve();
    await settled();

    expect(sink.of('unsubscribed')).toHaveLength(1);
    expect(late.sink.of('error').map(({ statusCode, temporary }) => [statusCode, temporary])).toEqual([[503, true]]);
    late.send({ type: 'subscribe', id: 2, channel });
    await settled();
    expect(late.sink.of('subscribed').map(({ id }) => id)).toEqual([2]);
  });

  it('to a channel named twice is accepted once, and removed when its connection closes meanwhile', async () => {
    const ann = await asUser(ctx);
    talks.open(ID, [ann.user.id]);
    const gate = Promise.withResolvers<void>();
    talks.before = () => gate.promise;
    const clients = [connect(hub, ann), connect(hub, ann)];
    for (const client of clients) client.send({ type: 'subscribe', id: 1, channels: [{ channel }, { channel }] });
    await settled();
    clients[0]?.line.gone();
    gate.resolve();
    await settled();

    expect(clients[1]?.sink.of('subscribed')).toHaveLength(1);
    expect(clients[1]?.sink.of('error').map(({ statusCode }) => statusCode)).toEqual([400]);
    clients[1]?.line.gone();
    expect(hub.load).toEqual({ connections: 0, channels: 0 });
  });

  it('fails alike for a malformed cursor whether or not the conversation exists', async () => {
    const eve = await asUser(ctx);
    talks.open(ID, [(await asUser(ctx)).user.id]);
    const client = connect(hub, eve);
    const names = [ID, 'cvs_none'].map(conversationChannel);
    client.send({ type: 'subscribe', channels: names.map((name) => ({ channel: name, cursor: 'nonsense' })) });
    await settled();

    const [there, missing] = client.sink.of('error').map(({ channel: _, ...error }) => error);
    expect(there).toMatchObject({ statusCode: 400 });
    expect(missing).toEqual(there);
  });

  it('is rejected for a malformed cursor, an unknown channel name or a 51st channel', async () => {
    const client = await joined([
      { channel, cursor: 'nonsense' },
      { channel: 'no:such' },
      { channel: 'conversation:../x' },
    ]);
    const many = Array.from({ length: 51 }, (_, n) => `cvs_m${n}`);
    const { user } = await asUser(ctx);
    for (const id of many) talks.open(id, [user.id]);
    const full = connect(hub, { ...ctx, user, session: null });
    full.send({ type: 'subscribe', channels: many.map((id) => ({ channel: conversationChannel(id) })) });
    await settled();

    expect(client.sink.of('error').map(({ statusCode }) => statusCode)).toEqual([400, 400, 400]);
    expect(full.sink.of('subscribed')).toHaveLength(50);
    expect(full.sink.of('error').map(({ error }) => error)).toEqual(['ValidationError']);
  });
});

describe('the frames of a client', () => {
  it('get no error response when they have no ID', async () => {
    const client = await joined();
    client.send({ type: 'publish', channel, event: 'message.created', data: {} });
    await settled();

    expect(client.sink.of('error')).toEqual([]);
  });

  it('may publish only typing, and only to a subscribed conversation', async () => {
    const client = await joined();
    const typing = { event: 'typing', data: { isTyping: true } };
    client.send({ type: 'publish', id: 2, channel, ...typing });
    client.send({ type: 'publish', id: 3, channel, event: 'message.created', data: {} });
    client.send({ type: 'publish', id: 4, channel: 'conversation:cvs_2', ...typing });
    client.send({ type: 'subscribe', channel: 'user:inbox' });
    client.send({ type: 'publish', id: 6, channel: 'user:inbox', ...typing });
    client.send({ type: 'ping', id: 5 });
    await settled();

    expect(talks.taken).toMatchObject([{ channel, data: { isTyping: true } }]);
    expect(client.sink.of('ack').map(({ id }) => id)).toEqual([2, 5]);
    expect(client.sink.of('error').map(({ id, statusCode }) => [id, statusCode])).toEqual([
      [3, 403],
      [4, 403],
      [6, 403],
    ]);
  });

  it('close the connection when 41 arrive in a burst, or when one is malformed', async () => {
    const many = await joined();
    const texts = ['{', '[]', '{"type":"nonsense"}', '{"type":"subscribe"}', 'null', '{"type":"publish"}'];
    const broken = await Promise.all(texts.map(async (text) => ({ text, ...connect(hub, await asUser(ctx)) })));
    for (let n = 0; n < 40; n++) many.send({ type: 'pong' });
    const before = many.sink.code;
    for (const { line, text } of broken) line.receive(text);
    await settled();

    // The subscribe frame was the first of them.
    expect([before, closeCodes.frameRate]).toEqual([4429, 4429]);
    expect(broken.map(({ sink }) => sink.code)).toEqual(texts.map(() => closeCodes.badFrame));
  });

  it('are limited in how often they may subscribe', async () => {
    const client = await joined();
    const many = Array.from({ length: 40 }, (_, n) => ({ channel: conversationChannel(`cvs_none${n}`) }));
    for (let n = 0; n < 3; n++) client.send({ type: 'subscribe', id: 9, channels: many });
    await settled();

    const refused = client.sink.of('error').filter(({ error }) => error !== 'NotFound');
    expect(refused.map(({ error, temporary }) => [error, temporary])).toEqual([['RateLimitError', true]]);
  });

  it('leave no connection and no channel behind after 10,000 random ones', async () => {
    const seed = 11;
    const random = randomFrom(seed);
    const ann = await asUser(ctx);
    talks.open(ID, [ann.user.id]);
    talks.before = () => (random.chance(0.5) ? Promise.resolve() : settled(1 + random.int(2)));
    const words = [
      'subscribe',
      'publish',
      'ping',
      channel,
      'typing',
      '{',
      '}',
      '"',
      ':',
      ',',
      'type',
      '[',
      ']',
      '1',
      '\n',
    ];
    const channels = [channel, conversationChannel('cvs_none'), 'notifications:unread', 'admin:desk'];
    for (let n = 0; n < 10_000; n++) {
      const client = connect(hub, ann);
      client.line.receive(Array.from({ length: random.int(12) }, () => random.pick(words)).join(''));
      client.line.receive(JSON.stringify({ type: random.pick(words), channel: random.pick(words), id: random.int(3) }));
      // Channels are named twice or more, in one frame and in several, and the connection ends at any point.
      const wanted = Array.from({ length: random.int(4) }, () => ({ channel: random.pick(channels) }));
      for (let again = random.int(3); again > 0; again--) client.send({ type: 'subscribe', channels: wanted });
      for (let turns = random.int(8); turns > 0; turns--) await Promise.resolve();
      if (random.chance(0.1)) await settled(random.int(3));
      client.line.gone();
    }
    await settled();

    expect(hub.load).toEqual({ connections: 0, channels: 0 });
  });
});

describe('writing to a client', () => {
  it('merges all events of a turn into one write, and sends only the newest state', async () => {
    const ann = await asUser(ctx);
    const client = connect(hub, ann);
    client.send({ type: 'subscribe', channel: 'notifications:unread' });
    await settled();
    const [before] = [client.sink.writes.length, client.sink.frames.splice(0)];

    for (let n = 1; n <= 5; n++) await publishEvents(talks.count(ann.user.id, n, `ntf_${n}`));
    await settled();

    expect(client.sink.events.map(({ data }) => data)).toEqual([{ count: 5 }]);
    expect(client.sink.writes.length - before).toBe(1);
  });

  it('closes the connection of a client that does not read, before its queue grows', async () => {
    const client = await joined();
    client.sink.isStalled = true;
    const text = 'x'.repeat(1_000);
    let sent = 0;
    while (client.sink.code === null && sent < 5_000) {
      await publishEvents(talks.post(ID, `m${sent}`, text));
      await settled(1);
      sent += 1;
    }

    expect(client.sink.code).toBe(closeCodes.slow);
    expect(sent).toBeLessThan(700);
    expect(client.sink.pendingBytes()).toBeLessThan(200_000);
    expect(hub.load).toEqual({ connections: 0, channels: 0 });
  });
});

describe('a connection', () => {
  async function seconds(count: number): Promise<void> {
    for (let second = 0; second < count; second++) {
      ctx.clock.advance(1_000);
      await hub.tick();
    }
  }
  /** Connects a listener whose session is in the store, as for every admitted user. */
  async function alive(wanted = [{ channel: channel as string }], transport?: 'sse'): Promise<TestClient> {
    const client = await joined(wanted, transport);
    const [{ userId } = { userId: '' }] = client.sink.of('welcome');
    await ctx.data.create(Sessions, `ses_${userId}`, newSession({ userId }, ctx.now()));
    return client;
  }

  it('is pinged after 25 silent seconds and closed after 35', async () => {
    const [silent, answers] = [await alive(), await alive()];
    await seconds(24);
    const before = silent.sink.pings;
    await seconds(1);
    const asked = silent.sink.pings;
    answers.line.receive('{"type":"pong"}');
    await seconds(9);
    const waiting = silent.sink.code;
    await seconds(1);

    expect([before, asked, waiting]).toEqual([0, 1, null]);
    expect([silent.sink.code, answers.sink.code]).toEqual([closeCodes.silent, null]);
  });

  it('of a stream is pinged every 15 seconds', async () => {
    const stream = await alive([{ channel }], 'sse');
    await seconds(45);

    expect([stream.sink.pings, stream.sink.code]).toEqual([3, null]);
  });

  it('lets its user be found until the session must be read again, and closes when the session has ended', async () => {
    const client = await alive([{ channel: 'user:inbox' }], 'sse');
    const [{ userId } = { userId: '' }] = client.sink.of('welcome');
    const known = () => hub.findCaller(userId, `ses_${userId}`);
    await seconds(29);
    const caller = known();
    const second = new MemorySink('sse');
    if (caller) hub.open(caller, second);
    ctx.clock.advance(1_000);
    const due = known();
    await hub.tick();
    const readAgain = known();
    await ctx.data.delete(Sessions, `ses_${userId}`);
    await seconds(30);

    expect(caller?.user.id).toBe(userId);
    expect(due).toBeNull();
    expect(readAgain?.user.id).toBe(userId);
    expect(hub.findCaller(userId, 'ses_other')).toBeNull();
    expect([client.sink.code, second.code]).toEqual([closeCodes.noSession, closeCodes.noSession]);
    expect(known()).toBeNull();
  });

  it('is closed with all others of its session when one of them finds the session ended', async () => {
    const [ann, bob] = [await asUser(ctx), await asUser(ctx)];
    const first = connect(hub, ann);
    await seconds(20);
    const [second, stranger] = [connect(hub, ann), connect(hub, bob)];
    await ctx.data.delete(Sessions, `ses_${ann.user.id}`);
    await seconds(10);

    expect([first.sink.code, second.sink.code]).toEqual([closeCodes.noSession, closeCodes.noSession]);
    expect(stranger.sink.code).toBeNull();
  });

  it('no longer lets its user be found once their session was revoked', async () => {
    const client = await alive();
    const [{ userId } = { userId: '' }] = client.sink.of('welcome');
    const before = hub.findCaller(userId, `ses_${userId}`);

    await revokeConnections(ctx, { userId });

    expect(before?.user.id).toBe(userId);
    expect(hub.findCaller(userId, `ses_${userId}`)).toBeNull();
  });

  it('that has closed lets its user be found, until a revocation arrives or the session read expires', async () => {
    const bus = new ScriptedBus();
    hub = new TunnelHub(ctx, bus, talks.sources);
    const [ann, bob] = [await asUser(ctx), await asUser(ctx)];
    for (const user of [ann, bob]) connect(hub, user).line.gone();
    const known = ({ user: { id } }: typeof ann) => hub.findCaller(id, `ses_${id}`)?.user.id;
    const before = [known(ann), known(bob)];

    bus.deliver({
      ...{ id: 'evt_1', origin: 'other', channel: CONTROL_CHANNEL, event: 'session.revoked', at: '' },
      data: { userId: ann.user.id },
    });
    const after = [known(ann), known(bob), bus.subscribers.size];
    await seconds(31);

    expect(before).toEqual([ann.user.id, bob.user.id]);
    expect(after).toEqual([undefined, bob.user.id, 1]);
    expect([known(bob), bus.subscribers.size]).toEqual([undefined, 0]);
  });

  it('is warned once when its session ends within five minutes, and closes with the session', async () => {
    const client = await alive([{ channel: 'user:inbox' }], 'sse');
    ctx.clock.advance(7 * DAY_MS - 4 * MINUTE_MS);
    await seconds(70);
    await settled();
    const warnings = client.sink.events.filter(({ event }) => event === 'session.expiring');
    ctx.clock.advance(4 * MINUTE_MS);
    await seconds(31);

    expect(warnings.map(({ data }) => data)).toEqual([{ inSeconds: 239 }]);
    expect(client.sink.code).toBe(closeCodes.noSession);
  });

  it('is asked to reconnect before the platform ends it', async () => {
    const ann = await asUser(ctx);
    const client = connect(hub, ann, 'sse', { endsAtMs: ctx.now().getTime() + 25_000 });
    await seconds(9);
    const before = client.sink.code;
    await seconds(1);
    const [last] = client.sink.of('reconnect');

    expect([before, client.sink.code, last?.reason]).toEqual([null, closeCodes.restart, 'max_duration']);
  });

  it('marks its user as gone when it was their last one, but not when it was a poll', async () => {
    const [ann, bob] = [await asUser(ctx), await asUser(ctx)];
    const clients = [connect(hub, ann, 'poll'), connect(hub, bob), connect(hub, bob, 'sse')];
    clients[0]?.line.gone();
    clients[1]?.line.gone();
    const before = [...talks.left];
    clients[2]?.line.gone();

    expect(before).toEqual([]);
    expect(talks.left).toEqual([bob.user.id]);
  });

  it('is closed when it is the oldest of too many of a user', async () => {
    const ann = await asUser(ctx);
    const clients = Array.from({ length: 11 }, () => connect(hub, ann));

    expect(clients.map(({ sink }) => sink.code)).toEqual([closeCodes.tooMany, ...Array(10).fill(null)]);
  });
});
