import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { Users } from '#lib/auth/collections.ts';
import { sessionsOf } from '#lib/auth/queries.ts';
import { signOut } from '#lib/auth/sessions.ts';
import type { UserContext } from '#lib/context/context.ts';
import { conversationChannel, type TunnelChannel } from '#lib/tunnel/channels/channels.ts';
import { publishOverviewChange } from '#lib/tunnel/channels/overview-channel.ts';
import { endListening, type NewEvent, publish } from '#lib/tunnel/publish.ts';
import type { Transport } from '#lib/tunnel/values.ts';
import { cookieFor } from '#tests/support/call.ts';
import { asUser, type TestContext } from '#tests/support/context.ts';
import { type ListenerClient, listen, type Wanted } from '#tests/support/listeners.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import { randomFrom } from '#tests/support/random.ts';
import { type Form, openTunnelWorld, type TunnelWorld } from '#tests/support/tunnel-servers.ts';

type Person = TestContext & UserContext;

/** The guarantees of every transport, in whichever form it is served. */
export function tunnelContract(transport: Transport, form: Form): void {
  let world: TunnelWorld;
  let serial = 0;
  const open: ListenerClient[] = [];
  beforeAll(async () => {
    world = await openTunnelWorld(form);
  });
  afterAll(async () => {
    for (const line of open.splice(0)) line.cut();
    await world.close();
  });

  const person = (patch = {}) => asUser(world.ctx, patch);
  const publishEvents = (...events: NewEvent[]) => publish(world.ctx, events);
  /** Returns a fresh conversation with these people in it. */
  function talk(...people: readonly Person[]): { readonly id: string; readonly channel: TunnelChannel } {
    serial += 1;
    const id = `cvs_${serial}`;
    world.talks.open(
      id,
      people.map(({ user }) => user.id),
    );
    return { id, channel: conversationChannel(id) };
  }
  async function dial(who: Person | null, wanted: readonly Wanted[], headers = {}): Promise<ListenerClient> {
    const cookie = who ? await cookieFor(who) : '';
    const line = listen(transport, { origin: world.origin, cookie, headers }, wanted);
    open.push(line);
    return line;
  }
  async function join(who: Person, ...wanted: readonly (Wanted | TunnelChannel)[]): Promise<ListenerClient> {
    const asked = wanted.map((one) => (typeof one === 'string' ? { channel: one } : one));
    const line = await dial(who, asked);
    await line.joined;
    return line;
  }
  const namesOf = (line: ListenerClient) => line.events.map(({ event }) => event);
  const textsOf = (line: ListenerClient) => line.events.map(({ data }) => (data as { id?: string }).id);

  it('delivers events in order, with an advancing cursor', async () => {
    const ann = await person();
    const { id, channel } = talk(ann);
    const line = await join(ann, channel);

    for (const text of ['a', 'b', 'c']) await publishEvents(world.talks.post(id, text));
    await line.until(() => line.events.length === 3);

    expect(textsOf(line)).toEqual(['a', 'b', 'c']);
    expect(line.events.map(({ channel: name }) => name)).toEqual([channel, channel, channel]);
    expect(line.cursors.get(channel)).toBe('3~e1');
  });

  it('resumes at its cursor with missed messages, edits and deletions, and repeats nothing', async () => {
    const ann = await person();
    const { id, channel } = talk(ann);
    const first = await join(ann, channel);
    await publishEvents(world.talks.post(id, 'a'), world.talks.post(id, 'b'), world.talks.post(id, 'c'));
    await first.until(() => first.events.length === 3);
    first.cut();

    await publishEvents(world.talks.edit(id, 'a', 'A'), world.talks.remove(id, 'b'), world.talks.post(id, 'd'));
    const second = await join(ann, { channel, cursor: first.cursors.get(channel) });
    await second.until(() => second.events.length === 3);
    await publishEvents(world.talks.post(id, 'e'));
    await second.until(() => second.events.length === 4);

    expect(namesOf(second)).toEqual(['message.updated', 'message.deleted', 'message.created', 'message.created']);
    expect(textsOf(second)).toEqual(['a', 'b', 'd', 'e']);
    expect(second.resets).toEqual([]);
  });

  it('reports when it cannot resume: too many changes, another epoch, a cursor ahead', async () => {
    const ann = await person();
    const { id, channel } = talk(ann);
    for (let n = 0; n < 101; n++) world.talks.post(id, `m${n}`);

    const all = await join(ann, { channel, cursor: '0~e1' });
    const most = await join(ann, { channel, cursor: '1~e1' });
    const foreign = await join(ann, { channel, cursor: '50~e0' });
    const ahead = await join(ann, { channel, cursor: '102~e1' });
    await most.until(() => most.events.length === 100);

    expect([all, most, foreign, ahead].map(({ resets }) => resets)).toEqual([[channel], [], [channel], [channel]]);
    expect([all, foreign, ahead].map(({ events }) => events)).toEqual([[], [], []]);
  });

  it('delivers a state unless the client’s cursor knows it', async () => {
    const ann = await person();
    await publishEvents(world.talks.count(ann.user.id, 2, 'ntf_2'));

    const first = await join(ann, 'notifications:unread');
    await first.until(() => first.events.length === 1);
    const cursor = first.cursors.get('notifications:unread');
    first.cut();
    const again = await join(ann, { channel: 'notifications:unread', cursor: '1.ntf_1~s' });
    await again.until(() => again.events.length === 1);
    again.cut();
    const known = await join(ann, { channel: 'notifications:unread', cursor });
    await publishEvents(world.talks.count(ann.user.id, 3, 'ntf_3'));
    await known.until(() => known.events.length > 0);

    expect([...first.events, ...again.events, ...known.events].map(({ data }) => data)).toEqual([
      { count: 2 },
      { count: 2 },
      { count: 3 },
    ]);
  });

  it('delivers one person’s events to nobody else', async () => {
    const [ann, bob] = [await person(), await person()];
    const line = await join(bob, 'notifications:unread');
    await publishEvents(world.talks.count(ann.user.id, 7, 'ntf_7'));
    await publishEvents(world.talks.count(bob.user.id, 1, 'ntf_1'));

    await line.until(() => line.events.some(({ data }) => (data as { count: number }).count === 1));

    expect(JSON.stringify(line.frames)).not.toContain('"count":7');
  });

  it('S8 refuses a foreign conversation like a missing one, even to an admin', async () => {
    const [ann, bob, admin] = [await person(), await person(), await person({ role: 'superadmin' })];
    const { channel } = talk(ann);

    const lines = [
      await dial(bob, [{ channel }]),
      await dial(admin, [{ channel }]),
      await dial(bob, [{ channel: 'conversation:cvs_none' }]),
    ];
    for (const line of lines) await line.until(() => line.refused.size > 0).catch(() => undefined);

    expect(lines.map(({ refused }) => [...refused.values()])).toEqual([[404], [404], [404]]);
  });

  it('delivers the console’s events only to admins', async () => {
    const [ann, admin] = [await person(), await person({ role: 'admin' })];

    const refused = await dial(ann, [{ channel: 'admin:desk' }]);
    await refused.until(() => refused.refused.size > 0).catch(() => undefined);
    const line = await join(admin, 'admin:desk', 'notifications:unread');
    await publishOverviewChange(world.ctx, 'orders');

    expect(refused.refused.get('admin:desk')).toBe(403);
    // A polling client gets a hint only while a poll is waiting.
    if (transport === 'poll') return;
    await line.until(() => namesOf(line).includes('desk.changed'));
  });

  it('S8 refuses guests and pages of other sites', async () => {
    const ann = await person();
    const { channel } = talk(ann);

    const guest = await dial(null, [{ channel }]);
    const name = (await cookieFor(ann)).split('=', 1)[0];
    const dead = await dial(null, [{ channel }], { cookie: `${name}=nonsense` });
    const foreign = await dial(ann, [{ channel }], { origin: 'https://evil.test' });
    const crossSite = await dial(ann, [{ channel }], { 'sec-fetch-site': 'cross-site' });

    const endings = await Promise.all([guest, dead, foreign, crossSite].map(({ ended }) => ended));
    expect(endings.map(({ status }) => status)).toEqual([401, 401, 403, 403]);
  });

  it('stops at once for a person who leaves a conversation', async () => {
    const [ann, bob] = [await person(), await person()];
    const { id, channel } = talk(ann, bob);
    const [stays, leaves] = [await join(ann, channel), await join(bob, channel)];

    await publishEvents(world.talks.setMembers(id, [ann.user.id]));
    await publishEvents(world.talks.post(id, 'secret'));
    await stays.until(() => stays.events.length === 2);
    const gone = () => leaves.refused.size > 0 || leaves.frames.some(({ type }) => type === 'unsubscribed');
    await leaves.until(gone).catch(() => undefined);

    expect(JSON.stringify(leaves.frames)).not.toContain('secret');
    expect(gone()).toBe(true);
  });

  it('stops for everyone when a conversation is deleted', async () => {
    const ann = await person();
    const { id, channel } = talk(ann);
    const line = await join(ann, channel);

    world.talks.open(id, []);
    await endListening(world.ctx, id, 'conversation_deleted');
    const gone = () => line.refused.size > 0 || line.frames.some(({ type }) => type === 'unsubscribed');
    await line.until(gone).catch(() => undefined);

    expect(gone()).toBe(true);
  });

  it('S5 ends with the session, and does not start again', async () => {
    const ann = await person();
    const { channel } = talk(ann);
    const [line, other] = [await join(ann, channel), await join(ann, 'notifications:unread')];
    const session = await sessionOf(ann);

    await signOut({ ...ann, session }, {});
    const ending = await line.ended;
    const again = await dial(ann, [{ channel }]);

    expect(ending).toEqual({ websocket: { code: 4403 }, sse: {}, poll: { status: 401 } }[transport]);
    expect(await other.ended).toEqual(ending);
    expect(await again.ended).toEqual({ status: 401 });
  });

  it('detects an ended session without a revocation event', async () => {
    const ann = await person();
    const { channel } = talk(ann);
    const line = await join(ann, channel);

    await world.ctx.data.update(Users, ann.user.id, { sessionEpoch: 99 });
    for (let second = 0; second < 31; second++) {
      world.ctx.clock.advance(1_000);
      await world.hub.tick();
    }

    expect(await line.ended).toEqual({ websocket: { code: 4401 }, sse: {}, poll: { status: 401 } }[transport]);
  });

  it('loses and repeats nothing over 1000 messages and repeated cuts', async () => {
    const seed = 20260302;
    const random = randomFrom(seed);
    const ann = await person();
    const { id, channel } = talk(ann);
    const received: string[] = [];
    let line = await join(ann, channel);
    let taken = 0;
    for (let n = 0; n < 1000; n++) {
      await publishEvents(world.talks.post(id, `m${n}`));
      // The client is never more than 100 events behind: beyond that it would be sent to REST.
      await line.until(() => received.length + line.events.length > n - 60);
      if (random.chance(0.02)) {
        // Some of the events are on their way when the connection is cut.
        received.push(...textsOf(line).map(String));
        const cursor = line.cursors.get(channel);
        line.cut();
        taken += 1;
        line = await join(ann, { channel, cursor });
      }
    }
    await line.until(() => received.length + line.events.length >= 1000);
    received.push(...textsOf(line).map(String));

    expect(received, `seed ${seed}, ${taken} cuts`).toEqual(Array.from({ length: 1000 }, (_, n) => `m${n}`));
  });

  it('keeps nothing of listeners that left', async () => {
    const ann = await person();
    const { id, channel } = talk(ann);
    const lines = await Promise.all(Array.from({ length: 5 }, () => join(ann, channel)));
    const before = world.hub.load;

    for (const line of [...open.splice(0), ...lines]) line.cut();
    const bob = await person();
    const last = await join(bob, 'notifications:unread');
    await publishEvents(world.talks.post(id, 'nobody hears it'));

    expect(before.connections).toBeGreaterThanOrEqual(5);
    // Between two polls there is no connection.
    await vi.waitFor(() => expect(world.hub.load.connections).toBeLessThanOrEqual(1), PATIENCE);
    expect(world.hub.load.channels).toBeLessThanOrEqual(1);
    last.cut();
  });

  it('ends every connection cleanly when the server stops', async () => {
    const own = await openTunnelWorld(form);
    const ann = await asUser(own.ctx);
    const dialled = { origin: own.origin, cookie: await cookieFor(ann) };
    const line = listen(transport, dialled, [{ channel: 'notifications:unread' }]);
    await line.joined;
    // Between two polls there is no connection.
    await vi.waitFor(() => expect(own.hub.load.connections).toBe(1), PATIENCE);
    const before = line.frames.length;

    await own.close();
    const ending = await line.ended;

    // The waiting poll gets a response without events and is not cut off.
    if (transport === 'poll') return expect(line.frames.length).toBe(before + 1);
    expect(line.frames.at(-1)).toMatchObject({ type: 'reconnect', reason: 'shutdown' });
    expect(ending).toEqual(transport === 'websocket' ? { code: 1012 } : {});
  });

  async function sessionOf({ user }: Person) {
    const { rows } = await world.ctx.data.find(sessionsOf(user.id));
    const [row] = rows;
    if (!row) throw new Error('no session');
    const { createdAt, expiresAt } = row.data;
    return { id: row.id, createdAt, expiresAt, idleExpiresAt: expiresAt, stepUpUntil: null };
  }
}
