import { beforeEach, describe, expect, it } from 'vitest';
import { Sessions } from '#lib/auth/collections.ts';
import { revokeConnections } from '#lib/auth/revoke-connections.ts';
import { CONTROL_CHANNEL } from '#lib/context/ports/values.ts';
import { after, DAY_MS, MINUTE_MS } from '#lib/core/time.ts';
import { conversationChannel } from '#lib/tunnel/channels/channels.ts';
import { type NewEvent, publish } from '#lib/tunnel/publish.ts';
import { closeCodes } from '#lib/tunnel/values.ts';
import { openMemoryBus } from '#services/tunnel/memory-bus.ts';
import { openTunnel } from '#services/tunnel/open.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { connect, type Ear, MemorySink, settled } from '#tests/support/memory-sink.ts';
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

const tell = (...events: NewEvent[]) => publish(ctx, events);
const textsOf = ({ events }: MemorySink) => events.map(({ data }) => (data as { id?: string }).id);
async function joined(wanted: readonly object[] = [{ channel }], transport?: 'sse'): Promise<Ear> {
  const ann = await asUser(ctx);
  talks.open(ID, [ann.user.id]);
  const ear = connect(hub, ann, transport);
  ear.say({ type: 'subscribe', id: 1, channels: wanted });
  await settled();
  return ear;
}

describe('the gap rule', () => {
  it('reads what a bus has lost before it delivers what comes after, and asks once', async () => {
    const { sink } = await joined();
    const [a, b, c] = [talks.say(ID, 'a'), talks.say(ID, 'b'), talks.say(ID, 'c')];
    const reads = talks.reads;

    await tell(c);
    await tell(b);
    await tell(a, c);
    await settled();

    expect(textsOf(sink)).toEqual(['a', 'b', 'c']);
    expect(talks.reads - reads).toBe(1);
  });

  it('holds everything on the channel back while it reads', async () => {
    const { sink } = await joined();
    const gate = Promise.withResolvers<void>();
    talks.before = () => gate.promise;
    talks.say(ID, 'a');

    await tell(talks.say(ID, 'b'));
    await tell({ channel, event: 'read.updated', data: { userId: 'usr_b' } });
    await tell(talks.say(ID, 'c'));
    await settled();
    const before = sink.events.length;
    gate.resolve();
    await settled();

    expect(before).toBe(0);
    expect(textsOf(sink).filter(Boolean)).toEqual(['a', 'b', 'c']);
    expect(sink.events).toHaveLength(4);
  });

  it('sends listeners to REST where the gap is too wide', async () => {
    const { sink } = await joined();
    for (let n = 0; n < 102; n++) talks.say(ID, `m${n}`);

    await tell(talks.say(ID, 'last'));
    await settled();

    expect(sink.of('unsubscribed')).toEqual([{ type: 'unsubscribed', channel, reason: 'server', resubscribe: true }]);
    expect(hub.load.channels).toBe(0);
  });

  it('sends listeners to REST where the rows of a gap cannot be read', async () => {
    const { sink } = await joined();
    talks.say(ID, 'a');
    talks.before = () => Promise.reject(new Error('the store is down'));

    await tell(talks.say(ID, 'b'));
    await settled();

    expect(sink.of('unsubscribed')).toEqual([{ type: 'unsubscribed', channel, reason: 'server', resubscribe: true }]);
    expect(ctx.lines.map(({ event }) => event)).toContain('tunnel.repair_failed');
    expect(hub.load.channels).toBe(0);
  });

  it('tells nothing said after a removal to whoever was removed, also where the row that told of it was lost', async () => {
    const [ann, bob] = [await asUser(ctx), await asUser(ctx)];
    talks.open(ID, [ann.user.id, bob.user.id]);
    const ears = [connect(hub, ann), connect(hub, bob)];
    for (const ear of ears) ear.say({ type: 'subscribe', channel });
    await settled();
    talks.setMembers(ID, [ann.user.id]);
    const secret = talks.say(ID, 'secret');
    talks.say(ID, 'later');
    talks.setMembers(ID, [ann.user.id]);

    await tell(secret);
    await settled();

    expect(ears.map(({ sink }) => textsOf(sink))).toEqual([['secret'], []]);
    expect(ears[1]?.sink.of('unsubscribed').map(({ reason }) => reason)).toEqual(['membership_ended']);
  });

  it('reads an event whose data was too large to travel', async () => {
    const { sink } = await joined();
    const { data: _, ...bare } = talks.say(ID, 'large');

    await tell(bare);
    await settled();

    expect(textsOf(sink)).toEqual(['large']);
  });
});

describe('subscribing', () => {
  it('misses nothing of a burst it begins in, in 500 rounds', async () => {
    const seed = 7;
    const random = randomFrom(seed);
    const ann = await asUser(ctx);
    talks.open(ID, [ann.user.id]);
    talks.before = () => (random.chance(0.5) ? Promise.resolve() : settled(1 + random.int(2)));
    for (let round = 0; round < 500; round++) {
      const ear = connect(hub, ann);
      const from = Number(Object.keys(talks.stateOf(ID)).length);
      ear.say({ type: 'subscribe', channel, cursor: `${from}~e1` });
      for (let n = 0; n < 3; n++) {
        if (random.chance(0.5)) await settled(1);
        await tell(talks.say(ID, `r${from + n}`));
      }
      await settled(12);
      expect(textsOf(ear.sink), `seed ${seed}, round ${round}`).toEqual([0, 1, 2].map((n) => `r${from + n}`));
      ear.line.gone();
      if (from > 60) talks.open(ID, [ann.user.id]);
    }
  });

  it('answers again to who subscribes again, and listens once', async () => {
    const ear = await joined();
    await tell(talks.say(ID, 'a'));
    ear.say({ type: 'subscribe', id: 2, channel });
    await settled();
    await tell(talks.say(ID, 'b'));
    await settled();

    expect(ear.sink.of('subscribed').map(({ id, cursor }) => [id, cursor])).toEqual([
      [1, '0~e1'],
      [2, '1~e1'],
    ]);
    expect(textsOf(ear.sink)).toEqual(['a', 'b']);
  });

  it('hears nothing any more after leaving', async () => {
    const ear = await joined();
    ear.say({ type: 'unsubscribe', id: 2, channel });
    await settled();
    await tell(talks.say(ID, 'a'));
    await settled();

    expect(ear.sink.of('ack')).toEqual([{ type: 'ack', id: 2 }]);
    expect(ear.sink.events).toEqual([]);
    expect(hub.load).toEqual({ connections: 1, channels: 0 });
  });

  it('does not let in who is removed while they join', async () => {
    const ann = await asUser(ctx);
    talks.open(ID, [ann.user.id]);
    const gate = Promise.withResolvers<void>();
    talks.before = () => gate.promise;
    const ear = connect(hub, ann);
    ear.say({ type: 'subscribe', id: 1, channel });
    await settled();

    await tell(talks.setMembers(ID, []));
    gate.resolve();
    await settled();
    await tell(talks.say(ID, 'secret'));
    await settled();

    expect(ear.sink.of('error').map(({ statusCode }) => statusCode)).toEqual([404]);
    expect(JSON.stringify(ear.sink.frames)).not.toContain('secret');
  });

  it('asks who is joining to come again when the channel is given up meanwhile', async () => {
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
    late.say({ type: 'subscribe', id: 1, channel });
    await settled();
    for (let n = 0; n < 102; n++) talks.say(ID, `m${n}`);
    await tell(talks.say(ID, 'last'));
    await settled();
    gate.resolve();
    await settled();

    expect(sink.of('unsubscribed')).toHaveLength(1);
    expect(late.sink.of('error').map(({ statusCode, temporary }) => [statusCode, temporary])).toEqual([[503, true]]);
    late.say({ type: 'subscribe', id: 2, channel });
    await settled();
    expect(late.sink.of('subscribed').map(({ id }) => id)).toEqual([2]);
  });

  it('keeps nothing of a connection that ends while it names a channel twice, and takes one of the two', async () => {
    const ann = await asUser(ctx);
    talks.open(ID, [ann.user.id]);
    const gate = Promise.withResolvers<void>();
    talks.before = () => gate.promise;
    const ears = [connect(hub, ann), connect(hub, ann)];
    for (const ear of ears) ear.say({ type: 'subscribe', id: 1, channels: [{ channel }, { channel }] });
    await settled();
    ears[0]?.line.gone();
    gate.resolve();
    await settled();

    expect(ears[1]?.sink.of('subscribed')).toHaveLength(1);
    expect(ears[1]?.sink.of('error').map(({ statusCode }) => statusCode)).toEqual([400]);
    ears[1]?.line.gone();
    expect(hub.load).toEqual({ connections: 0, channels: 0 });
  });

  it('says the same of a broken cursor whether or not there is such a conversation', async () => {
    const eve = await asUser(ctx);
    talks.open(ID, [(await asUser(ctx)).user.id]);
    const ear = connect(hub, eve);
    const names = [ID, 'cvs_none'].map(conversationChannel);
    ear.say({ type: 'subscribe', channels: names.map((name) => ({ channel: name, cursor: 'nonsense' })) });
    await settled();

    const [there, missing] = ear.sink.of('error').map(({ channel: _, ...error }) => error);
    expect(there).toMatchObject({ statusCode: 400 });
    expect(missing).toEqual(there);
  });

  it('takes a broken cursor and a name that is no channel as mistakes, and one channel too many', async () => {
    const ear = await joined([
      { channel, cursor: 'nonsense' },
      { channel: 'no:such' },
      { channel: 'conversation:../x' },
    ]);
    const many = Array.from({ length: 51 }, (_, n) => `cvs_m${n}`);
    const { user } = await asUser(ctx);
    for (const id of many) talks.open(id, [user.id]);
    const full = connect(hub, { ...ctx, user, session: null });
    full.say({ type: 'subscribe', channels: many.map((id) => ({ channel: conversationChannel(id) })) });
    await settled();

    expect(ear.sink.of('error').map(({ statusCode }) => statusCode)).toEqual([400, 400, 400]);
    expect(full.sink.of('subscribed')).toHaveLength(50);
    expect(full.sink.of('error').map(({ error }) => error)).toEqual(['ValidationError']);
  });
});

describe('what a client may send', () => {
  it('says nothing about what was sent without a number: nobody waits for its answer', async () => {
    const ear = await joined();
    ear.say({ type: 'publish', channel, event: 'message.created', data: {} });
    await settled();

    expect(ear.sink.of('error')).toEqual([]);
  });

  it('takes typing into a conversation one listens to, and nothing else', async () => {
    const ear = await joined();
    const typing = { event: 'typing', data: { isTyping: true } };
    ear.say({ type: 'publish', id: 2, channel, ...typing });
    ear.say({ type: 'publish', id: 3, channel, event: 'message.created', data: {} });
    ear.say({ type: 'publish', id: 4, channel: 'conversation:cvs_2', ...typing });
    ear.say({ type: 'subscribe', channel: 'user:inbox' });
    ear.say({ type: 'publish', id: 6, channel: 'user:inbox', ...typing });
    ear.say({ type: 'ping', id: 5 });
    await settled();

    expect(talks.taken).toMatchObject([{ channel, data: { isTyping: true } }]);
    expect(ear.sink.of('ack').map(({ id }) => id)).toEqual([2, 5]);
    expect(ear.sink.of('error').map(({ id, statusCode }) => [id, statusCode])).toEqual([
      [3, 403],
      [4, 403],
      [6, 403],
    ]);
  });

  it('closes on the 41st frame of a burst, and on what is no frame', async () => {
    const many = await joined();
    const texts = ['{', '[]', '{"type":"nonsense"}', '{"type":"subscribe"}', 'null', '{"type":"publish"}'];
    const broken = await Promise.all(texts.map(async (text) => ({ text, ...connect(hub, await asUser(ctx)) })));
    for (let n = 0; n < 40; n++) many.say({ type: 'pong' });
    const before = many.sink.code;
    for (const { line, text } of broken) line.receive(text);
    await settled();

    // The subscribe frame was the first of them.
    expect([before, closeCodes.frameRate]).toEqual([4429, 4429]);
    expect(broken.map(({ sink }) => sink.code)).toEqual(texts.map(() => closeCodes.badFrame));
  });

  it('limits how often one may subscribe', async () => {
    const ear = await joined();
    const many = Array.from({ length: 40 }, (_, n) => ({ channel: conversationChannel(`cvs_none${n}`) }));
    for (let n = 0; n < 3; n++) ear.say({ type: 'subscribe', id: 9, channels: many });
    await settled();

    const refused = ear.sink.of('error').filter(({ error }) => error !== 'NotFound');
    expect(refused.map(({ error, temporary }) => [error, temporary])).toEqual([['RateLimitError', true]]);
  });

  it('survives 10 000 frames of nonsense, and keeps nothing of who sent them', async () => {
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
      const ear = connect(hub, ann);
      ear.line.receive(Array.from({ length: random.int(12) }, () => random.pick(words)).join(''));
      ear.line.receive(JSON.stringify({ type: random.pick(words), channel: random.pick(words), id: random.int(3) }));
      // Channels are named twice or more, in one frame and in several, and the connection ends at any point.
      const wanted = Array.from({ length: random.int(4) }, () => ({ channel: random.pick(channels) }));
      for (let again = random.int(3); again > 0; again--) ear.say({ type: 'subscribe', channels: wanted });
      for (let turns = random.int(8); turns > 0; turns--) await Promise.resolve();
      if (random.chance(0.1)) await settled(random.int(3));
      ear.line.gone();
    }
    await settled();

    expect(hub.load).toEqual({ connections: 0, channels: 0 });
  });
});

describe('writing', () => {
  it('writes once for all that happens in a turn, and of a state only the newest', async () => {
    const ann = await asUser(ctx);
    const ear = connect(hub, ann);
    ear.say({ type: 'subscribe', channel: 'notifications:unread' });
    await settled();
    const [before] = [ear.sink.writes.length, ear.sink.frames.splice(0)];

    for (let n = 1; n <= 5; n++) await tell(talks.count(ann.user.id, n, `ntf_${n}`));
    await settled();

    expect(ear.sink.events.map(({ data }) => data)).toEqual([{ count: 5 }]);
    expect(ear.sink.writes.length - before).toBe(1);
  });

  it('sends away who does not read, before what waits for them grows', async () => {
    const ear = await joined();
    ear.sink.isStalled = true;
    const text = 'x'.repeat(1_000);
    let told = 0;
    while (ear.sink.code === null && told < 5_000) {
      await tell(talks.say(ID, `m${told}`, text));
      await settled(1);
      told += 1;
    }

    expect(ear.sink.code).toBe(closeCodes.slow);
    expect(told).toBeLessThan(700);
    expect(ear.sink.pendingBytes()).toBeLessThan(200_000);
    expect(hub.load).toEqual({ connections: 0, channels: 0 });
  });
});

describe('the life of a connection', () => {
  async function seconds(count: number): Promise<void> {
    for (let second = 0; second < count; second++) {
      ctx.clock.advance(1_000);
      await hub.tick();
    }
  }
  /** Connects a listener whose session is in the store, as for every admitted user. */
  async function alive(wanted = [{ channel: channel as string }], transport?: 'sse'): Promise<Ear> {
    const ear = await joined(wanted, transport);
    const at = ctx.now().toISOString();
    const [{ userId } = { userId: '' }] = ear.sink.of('welcome');
    const times = { createdAt: at, lastSeenAt: at, expiresAt: after(ctx.now(), 30 * DAY_MS), stepUpAt: null };
    const session = { userId, epoch: 0, ...times, device: '', ipPrefixHash: null };
    await ctx.data.create(Sessions, `ses_${userId}`, session);
    return ear;
  }

  it('asks a silent socket after 25 seconds and closes it after 35', async () => {
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

  it('asks a stream every 15 seconds', async () => {
    const stream = await alive([{ channel }], 'sse');
    await seconds(45);

    expect([stream.sink.pings, stream.sink.code]).toEqual([3, null]);
  });

  it('knows who is connected until their last reading is due again, whoever came in on it meanwhile', async () => {
    const ear = await alive([{ channel: 'user:inbox' }], 'sse');
    const [{ userId } = { userId: '' }] = ear.sink.of('welcome');
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
    expect([ear.sink.code, second.code]).toEqual([closeCodes.noSession, closeCodes.noSession]);
    expect(known()).toBeNull();
  });

  it('ends all connections of a session with the first that finds it over', async () => {
    const [ann, bob] = [await asUser(ctx), await asUser(ctx)];
    const first = connect(hub, ann);
    await seconds(20);
    const [second, stranger] = [connect(hub, ann), connect(hub, bob)];
    await ctx.data.delete(Sessions, `ses_${ann.user.id}`);
    await seconds(10);

    expect([first.sink.code, second.sink.code]).toEqual([closeCodes.noSession, closeCodes.noSession]);
    expect(stranger.sink.code).toBeNull();
  });

  it('knows nobody any more whose session was revoked', async () => {
    const ear = await alive();
    const [{ userId } = { userId: '' }] = ear.sink.of('welcome');
    const before = hub.findCaller(userId, `ses_${userId}`);

    await revokeConnections(ctx, { userId });

    expect(before?.user.id).toBe(userId);
    expect(hub.findCaller(userId, `ses_${userId}`)).toBeNull();
  });

  it('hears of the end of sessions for as long as it knows those who have left', async () => {
    const bus = new ScriptedBus();
    hub = new TunnelHub(ctx, bus, talks.sources);
    const [ann, bob] = [await asUser(ctx), await asUser(ctx)];
    for (const one of [ann, bob]) connect(hub, one).line.gone();
    const known = ({ user: { id } }: typeof ann) => hub.findCaller(id, `ses_${id}`)?.user.id;
    const before = [known(ann), known(bob)];

    bus.say({
      ...{ id: 'evt_1', origin: 'other', channel: CONTROL_CHANNEL, event: 'session.revoked', at: '' },
      data: { userId: ann.user.id },
    });
    const after = [known(ann), known(bob), bus.takers.size];
    await seconds(31);

    expect(before).toEqual([ann.user.id, bob.user.id]);
    expect(after).toEqual([undefined, bob.user.id, 1]);
    expect([known(bob), bus.takers.size]).toEqual([undefined, 0]);
  });

  it('says once that a session ends within five minutes, and ends with it', async () => {
    const ear = await alive([{ channel: 'user:inbox' }], 'sse');
    ctx.clock.advance(7 * DAY_MS - 4 * MINUTE_MS);
    await seconds(70);
    await settled();
    const told = ear.sink.events.filter(({ event }) => event === 'session.expiring');
    ctx.clock.advance(4 * MINUTE_MS);
    await seconds(31);

    expect(told.map(({ data }) => data)).toEqual([{ inSeconds: 239 }]);
    expect(ear.sink.code).toBe(closeCodes.noSession);
  });

  it('sends a client on before its platform cuts it off', async () => {
    const ann = await asUser(ctx);
    const ear = connect(hub, ann, 'sse', { endsAtMs: ctx.now().getTime() + 25_000 });
    await seconds(9);
    const before = ear.sink.code;
    await seconds(1);
    const [last] = ear.sink.of('reconnect');

    expect([before, ear.sink.code, last?.reason]).toEqual([null, closeCodes.restart, 'max_duration']);
  });

  it('takes a person for gone when their last line ends, and not with the answer to a poll', async () => {
    const [ann, bob] = [await asUser(ctx), await asUser(ctx)];
    const ears = [connect(hub, ann, 'poll'), connect(hub, bob), connect(hub, bob, 'sse')];
    ears[0]?.line.gone();
    ears[1]?.line.gone();
    const before = [...talks.left];
    ears[2]?.line.gone();

    expect(before).toEqual([]);
    expect(talks.left).toEqual([bob.user.id]);
  });

  it('closes the oldest of too many connections of one person', async () => {
    const ann = await asUser(ctx);
    const ears = Array.from({ length: 11 }, () => connect(hub, ann));

    expect(ears.map(({ sink }) => sink.code)).toEqual([closeCodes.tooMany, ...Array(10).fill(null)]);
  });
});
