import { beforeAll, describe, expect, it } from 'vitest';
import { POST as event } from '#app/api/conversations/[id]/call-event/route.ts';
import { POST as invite } from '#app/api/conversations/[id]/call-invite/route.ts';
import * as messages from '#app/api/conversations/[id]/messages/route.ts';
import type { UserContext } from '#lib/context/context.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { newId } from '#lib/core/ids.ts';
import { MINUTE_MS } from '#lib/core/time.ts';
import { findRing } from '#lib/messaging/calls/find-ring.ts';
import { leaveCalls } from '#lib/messaging/calls/leave-calls.ts';
import { CallSlots, Calls } from '#lib/messaging/collections.ts';
import { changeConversation } from '#lib/messaging/conversations/change-conversation.ts';
import { unreadTotal } from '#lib/messaging/conversations/unread.ts';
import { blockUser } from '#lib/messaging/members/blocks.ts';
import { newestFirst } from '#lib/notifications/queries.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { putConversation, testConversation } from '#tests/support/conversations.ts';
import { openRecordingTunnel } from '#tests/support/recording-tunnel.ts';

type Person = TestContext & UserContext;

const iceServers = [{ urls: 'stun:stun.test:3478' }];
let world: TestContext;
const recorder = openRecordingTunnel();
beforeAll(async () => {
  world = await testContext({ vars: { CALL_ICE_SERVERS: JSON.stringify(iceServers) }, tunnel: recorder.tunnel });
  installRuntime(world);
});

async function talk(type: 'direct' | 'group' = 'direct', patch = {}) {
  const [ann, bob]: [Person, Person] = [await asUser(world), await asUser(world)];
  const people = [ann.user.id, bob.user.id];
  const conversation = testConversation(people, world.now(), { type, ownerId: null, ...patch });
  await putConversation(world, conversation);
  recorder.take();
  return { ann, bob, id: conversation.id };
}
const ring = (as: Person, id: string, body: object = {}) =>
  call(invite, { as, params: { id }, body: { media: 'audio', ...body } });
const tell = (as: Person, id: string, callId: string, type: string, more: object = {}) =>
  call(event, { as, params: { id }, body: { callId, type, partyId: 'phone', ...more } });
const stateOf = async (callId: string) => (await world.data.need(Calls, callId)).data;
const told = () => takeEvents().map(({ channel, event: name }) => `${channel.replace(/:cvs_.*/, '')} ${name}`);
/** Returns the published events without the counts of the bell. */
const takeEvents = () => recorder.take().filter(({ channel }) => channel !== 'notifications:unread');
/** Returns the unread notifications of a user. */
const rings = async ({ user }: Person) => {
  const { rows } = await world.data.find(newestFirst({ userId: user.id, status: 'unread' }, 10));
  return rows.map(({ data }) => `${data.priority} ${data.title}`);
};
const missed = async (as: Person, id: string) => {
  const { body } = await call(messages.GET, { as, params: { id } });
  return body.messages.filter(({ metadata }) => metadata.kind === 'missed_call').map(({ metadata }) => metadata.callId);
};
/** Returns the durations of a conversation's calls, as its messages state them. */
const lengths = async (as: Person, id: string) => {
  const { body } = await call(messages.GET, { as, params: { id } });
  return body.messages
    .filter(({ metadata }) => metadata.kind === 'call_ended')
    .map(({ metadata }) => metadata.durationSeconds);
};
/** Ends the last connection of a user. */
const leave = async ({ user }: Person) => {
  recorder.live.delete(user.id);
  await leaveCalls(world, user.id);
};
const drainAt = async (ms: number) => {
  world.clock.advance(ms);
  while ((await world.drain()) > 0);
};

describe('POST /api/conversations/{id}/call-invite', () => {
  it('publishes the invite on the conversation and on the callee’s devices', async () => {
    const { ann, bob, id } = await talk();

    const { status, body } = await ring(ann, id, { media: 'video', sdp: 'v=0' });

    expect(status).toBe(201);
    expect(body).toEqual({
      callId: body.callId,
      expiresAt: new Date(world.now().getTime() + MINUTE_MS).toISOString(),
      iceServers,
    });
    const events = takeEvents();
    expect(events.map(({ channel, users }) => [channel, users])).toEqual([
      [`conversation:${id}`, undefined],
      ['user:inbox', [bob.user.id]],
    ]);
    for (const { event: name, data } of events) {
      expect(name).toBe('call.invite');
      const caller = { callerId: ann.user.id, callerName: ann.user.name };
      expect(data).toMatchObject({ callId: body.callId, ...caller, media: 'video', sdp: 'v=0', iceServers });
    }
    expect(await rings(bob)).toEqual(['urgent Test Person is calling']);
    expect(await stateOf(body.callId)).toMatchObject({
      state: 'ringing',
      callerId: ann.user.id,
      calleeId: bob.user.id,
    });
  });

  it('is idempotent per call id, and responds with 409 for another person’s call', async () => {
    const { ann, bob, id } = await talk();
    const callId = newId('call');
    const first = await ring(ann, id, { callId });
    recorder.take();

    const again = await ring(ann, id, { callId });

    expect([first.status, again.status, again.body.expiresAt]).toEqual([201, 200, first.body.expiresAt]);
    expect(told()).toEqual([]);
    expect((await ring(bob, id, { callId })).status).toBe(409);
    const other = await talk();
    expect((await ring(other.ann, other.id, { callId })).status).toBe(409);
    await tell(bob, id, callId, 'reject');
    expect((await ring(ann, id, { callId })).status).toBe(409);
  });

  it('requires two people who may write to each other', async () => {
    const [group, blocked, quiet] = [await talk('group'), await talk(), await talk()];
    await blockUser(blocked.bob, blocked.ann.user.id);
    const restricted = await asUser(world, { status: 'restricted' });

    expect((await ring(group.ann, group.id)).status).toBe(400);
    expect((await ring(blocked.ann, blocked.id)).status).toBe(403);
    expect((await ring(await asUser(world), quiet.id)).status).toBe(404);
    expect((await ring(restricted, quiet.id)).body.details).toMatchObject({ code: 'AccountRestricted' });
    for (const lifetimeMs of [29_999, 120_001, 60_000.5])
      expect((await ring(quiet.ann, quiet.id, { lifetimeMs })).status).toBe(400);
  });

  it('has one winner when both people call at once, in either order, and tells the loser its id', async () => {
    for (const isLesserFirst of [true, false]) {
      const { ann, bob, id } = await talk();
      const [lesser, greater] = [newId('call'), newId('call')].toSorted() as [string, string];
      const [first, second] = isLesserFirst ? [lesser, greater] : [greater, lesser];

      const one = await ring(ann, id, { callId: first });
      const two = await ring(bob, id, { callId: second });

      expect([one.status, two.status]).toEqual([201, isLesserFirst ? 409 : 201]);
      if (isLesserFirst) expect(two.body.details).toMatchObject({ activeCallId: lesser });
      else {
        expect((await tell(ann, id, greater, 'candidates')).body.details).toMatchObject({ activeCallId: lesser });
        expect(await stateOf(greater)).toMatchObject({ state: 'ended', endReason: 'glare' });
      }
      expect((await world.data.need(CallSlots, id)).data).toEqual({ callId: lesser });
      expect(await missed(ann, id)).toEqual([]);
    }
  });

  it('publishes a call of a hidden conversation only on that conversation', async () => {
    const { ann, bob, id } = await talk('direct', { listed: false, metadata: { hiddenFromInbox: true } });

    expect((await ring(ann, id)).status).toBe(201);

    expect(told()).toEqual(['conversation call.invite']);
    expect(await rings(bob)).toEqual([]);
    expect(await findRing(world, bob.user.id)).toBeNull();
  });

  it('sends no push for a muted conversation, but rings on open pages', async () => {
    for (const muted of [true, false]) {
      const { ann, bob, id } = await talk();
      await changeConversation(bob, id, { muted });
      recorder.take();

      const { callId } = (await ring(ann, id)).body;

      expect(told()).toEqual(['conversation call.invite', 'user:inbox call.invite']);
      expect(await findRing(world, bob.user.id)).toMatchObject({ callId });
      const { rows } = await world.data.find(newestFirst({ userId: bob.user.id, status: 'unread' }, 10));
      expect(rows.map(({ data }) => data.plan.push === 'muted')).toEqual([muted]);
    }
  });

  it('allows one call at a time, even for concurrent invites', async () => {
    const { ann, bob, id } = await talk();

    const begun = await Promise.all([ann, ann, bob, bob].map((who) => ring(who, id)));

    const ringing = await Promise.all(
      begun.flatMap(({ status, body }) => (status === 201 ? [stateOf(body.callId)] : [])),
    );
    expect(ringing.filter(({ state }) => state !== 'ended')).toHaveLength(1);
    expect(begun.every(({ status }) => status === 201 || status === 409)).toBe(true);
  });
});

describe('POST /api/conversations/{id}/call-event', () => {
  it('relays an event to the other side and reports whether that side is connected', async () => {
    const { ann, bob, id } = await talk();
    const { callId } = (await ring(ann, id)).body;
    recorder.take();

    const gone = await tell(bob, id, callId, 'ringing');
    recorder.live.add(ann.user.id);
    const there = await tell(bob, id, callId, 'answer', { payload: { sdp: 'v=0' } });

    expect([gone.body.delivered, there.body.delivered]).toEqual([false, true]);
    expect(await rings(bob)).toEqual([]);
    expect(takeEvents().at(-1)).toMatchObject({
      channel: `conversation:${id}`,
      event: 'call.answer',
      data: { callId, userId: bob.user.id, partyId: 'phone', payload: { sdp: 'v=0' } },
    });
    expect(await stateOf(callId)).toMatchObject({ state: 'active', answeredAt: world.now().toISOString() });
    expect((await tell(ann, id, callId, 'hangup')).status).toBe(200);
    expect((await tell(bob, id, callId, 'hangup')).status).toBe(409);
    expect(await stateOf(callId)).toMatchObject({ state: 'ended', endReason: 'hangup' });
    expect(await missed(ann, id)).toEqual([]);
    expect(JSON.stringify(await stateOf(callId))).not.toContain('v=0');
  });

  it('accepts the answer of the first device alone', async () => {
    const { ann, bob, id } = await talk();
    const { callId } = (await ring(ann, id)).body;

    const answers = await Promise.all(['a', 'b', 'c'].map((partyId) => tell(bob, id, callId, 'answer', { partyId })));

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect((await tell(ann, id, callId, 'select_answer')).status).toBe(200);
  });

  it('ends once when a hangup races an answer, and records a missed call only without the answer', async () => {
    const { ann, bob, id } = await talk();
    const { callId } = (await ring(ann, id)).body;

    const [hangup, answer] = await Promise.all([tell(ann, id, callId, 'hangup'), tell(bob, id, callId, 'answer')]);

    expect(hangup.status).toBe(200);
    const { endReason } = await stateOf(callId);
    expect([endReason, answer.status]).toEqual(answer.status === 200 ? ['hangup', 200] : ['canceled', 409]);
    expect(await missed(bob, id)).toEqual(answer.status === 200 ? [] : [callId]);
    expect((await ring(bob, id)).status).toBe(201);
  });

  it('refuses events after one side blocked the other, except hangup', async () => {
    const { ann, bob, id } = await talk();
    const { callId } = (await ring(ann, id)).body;
    await blockUser(bob, ann.user.id);

    expect((await tell(ann, id, callId, 'candidates')).status).toBe(403);
    expect((await tell(bob, id, callId, 'answer')).status).toBe(403);
    expect((await tell(ann, id, callId, 'hangup')).status).toBe(200);
  });

  it('takes the actor from the session, whatever the body says', async () => {
    const { ann, bob, id } = await talk();
    const forged = { userId: bob.user.id };

    const { body } = await ring(ann, id, forged);
    await tell(bob, id, body.callId, 'ringing', { ...forged, userId: ann.user.id });

    expect((await stateOf(body.callId)).callerId).toBe(ann.user.id);
  });

  it('responds with 404 for another person or conversation, and limits the payload size', async () => {
    const [one, two] = [await talk(), await talk()];
    const { callId } = (await ring(one.ann, one.id)).body;

    expect((await tell(two.ann, two.id, callId, 'ringing')).status).toBe(404);
    expect((await tell(two.ann, one.id, callId, 'ringing')).status).toBe(404);
    expect((await tell(one.bob, one.id, 'cll_none', 'ringing')).status).toBe(404);
    expect((await tell(one.bob, one.id, callId, 'ringing', { payload: 'x'.repeat(65_000) })).status).toBe(200);
    expect((await tell(one.bob, one.id, callId, 'ringing', { payload: 'x'.repeat(66_000) })).status).toBe(400);
    expect((await tell(one.bob, one.id, callId, 'mute')).status).toBe(400);
  });
});

describe('a call without a hangup', () => {
  it('is recorded as missed once when it expires, and allows the next call', async () => {
    const { ann, bob, id } = await talk();
    const { callId } = (await ring(ann, id, { lifetimeMs: 30_000 })).body;
    recorder.take();

    await drainAt(29_000);
    expect((await stateOf(callId)).state).toBe('ringing');
    await drainAt(2_000);

    expect(await stateOf(callId)).toMatchObject({ state: 'ended', endReason: 'expired' });
    expect(told()).toEqual([
      'conversation message.created',
      'user:inbox conversation.upserted',
      'conversation call.hangup',
    ]);
    expect(await missed(bob, id)).toEqual([callId]);
    expect((await tell(bob, id, callId, 'answer')).status).toBe(409);
    expect((await ring(bob, id)).status).toBe(201);
  });

  it('counts as expired for a late answer or call, even before the expiry effect ran', async () => {
    const { ann, bob, id } = await talk();
    const { callId } = (await ring(ann, id, { lifetimeMs: 30_000 })).body;
    world.clock.advance(30_000);

    expect((await tell(bob, id, callId, 'answer')).status).toBe(409);
    expect((await ring(bob, id)).status).toBe(201);
    await drainAt(0);
    expect(await missed(bob, id)).toEqual([callId]);
  });

  it('ends within 15 s after either side disappears, and records its length', async () => {
    for (const who of ['caller', 'callee'] as const) {
      const { ann, bob, id } = await talk();
      const { callId } = (await ring(ann, id, { media: 'video' })).body;
      for (const { user } of [ann, bob]) recorder.live.add(user.id);
      await tell(bob, id, callId, 'answer');
      world.clock.advance(65_000);
      await leave(who === 'caller' ? ann : bob);
      recorder.take();

      for (let seconds = 0; seconds < 12; seconds += 4) await drainAt(4_000);

      expect(await stateOf(callId)).toMatchObject({ state: 'ended', endReason: 'gone' });
      expect(takeEvents().at(-1)).toMatchObject({ event: 'call.hangup', data: { userId: null, reason: 'gone' } });
      expect([await lengths(bob, id), await missed(bob, id)]).toEqual([[65], []]);
      expect((await ring(bob, id)).status).toBe(201);
      for (const { user } of [ann, bob]) recorder.live.delete(user.id);
    }
  });

  it('continues for a person who returns in time, and ends once a side stays away', async () => {
    const { ann, bob, id } = await talk();
    const { callId } = (await ring(ann, id)).body;
    for (const { user } of [ann, bob]) recorder.live.add(user.id);
    await tell(bob, id, callId, 'answer');

    for (let times = 0; times < 3; times += 1) {
      await leave(bob);
      await drainAt(4_000);
      await drainAt(4_000);
      recorder.live.add(bob.user.id);
      await drainAt(4_000);
    }

    expect(await stateOf(callId)).toMatchObject({ state: 'active', silentSince: null });
    // If no event says that a side has left, the check of the call itself finds it.
    recorder.live.delete(ann.user.id);
    await drainAt(MINUTE_MS);
    for (let seconds = 0; seconds < 12; seconds += 4) await drainAt(4_000);
    expect((await stateOf(callId)).endReason).toBe('gone');
  });

  it('is missed at once when its caller disappears, and keeps ringing for a callee without a page', async () => {
    const { ann, bob, id } = await talk();
    const { callId } = (await ring(ann, id)).body;
    recorder.live.add(ann.user.id);
    await leave(bob);
    await drainAt(16_000);
    expect((await stateOf(callId)).state).toBe('ringing');

    await leave(ann);
    for (let seconds = 0; seconds < 12; seconds += 4) await drainAt(4_000);

    expect(await stateOf(callId)).toMatchObject({ state: 'ended', endReason: 'gone' });
    expect([await missed(bob, id), await lengths(bob, id)]).toEqual([[callId], []]);
    expect(await rings(bob)).toEqual([]);
    expect((await tell(bob, id, callId, 'answer')).status).toBe(409);
  });

  it('records its length in a message that is unread for neither side', async () => {
    const { ann, bob, id } = await talk();
    const { callId } = (await ring(ann, id)).body;
    await tell(bob, id, callId, 'answer');
    world.clock.advance(3_600_000);

    await tell(ann, id, callId, 'hangup');

    expect(await lengths(ann, id)).toEqual([3_600]);
    for (const { user } of [ann, bob]) expect(await unreadTotal(world, user.id)).toBe(0);
  });
});
