import { describe, expect, it } from 'vitest';
import { GET as cases } from '#app/api/admin/entity-moderation/route.ts';
import { POST as setUserRole } from '#app/api/admin/set-user-role/route.ts';
import { PUT as putRole } from '#app/api/admin/users/[id]/role/route.ts';
import { GET as read, DELETE as remove } from '#app/api/admin/users/[id]/route.ts';
import { DELETE as endSessions } from '#app/api/admin/users/[id]/sessions/route.ts';
import { GET as session } from '#app/api/auth/session/route.ts';
import { GET as notifications } from '#app/api/notifications/route.ts';
import { POST as report } from '#app/api/reports/route.ts';
import { AuditLog } from '#lib/audit/collections.ts';
import { auditRowsOf } from '#lib/audit/queries.ts';
import { Sessions, Users } from '#lib/auth/collections.ts';
import { sessionsOf } from '#lib/auth/queries.ts';
import type { UserContext } from '#lib/context/context.ts';
import { type Role, roles } from '#lib/context/values.ts';
import { DAY_MS } from '#lib/core/time.ts';
import { notifyMembers } from '#lib/messaging/messages/notify-members.ts';
import { call, cookieFor } from '#tests/support/call.ts';
import { asUser } from '#tests/support/context.ts';
import { putConversation, putMessage, testConversation } from '#tests/support/conversations.ts';
import { openWorld, signInByMail } from '#tests/support/signing-in.ts';
import { asSuperadmin } from '#tests/support/staff.ts';
import { everyRow } from '#tests/support/world.ts';

type Who = { readonly as?: UserContext };
const get = (who: Who, id: string) => call(read, { ...who, params: { id } });
const put = (who: Who, id: string, body: unknown) => call(putRole, { ...who, params: { id }, body, method: 'PUT' });
const drop = (who: Who, id: string) => call(remove, { ...who, params: { id }, method: 'DELETE' });
const end = (who: Who, id: string) => call(endSessions, { ...who, params: { id }, method: 'DELETE' });
const set = (who: Who, body: unknown) => call(setUserRole, { ...who, body });
const roleOf = async (ctx: UserContext) => (await ctx.data.need(Users, ctx.user.id)).data.role;
const isIn = async (as: UserContext) => (await call(session, { as })).body.user !== null;

const endingsOf = async ({ data, user }: UserContext) =>
  (await data.find(auditRowsOf(user.id, 10))).rows
    .filter(({ data: { action } }) => action === 'user.sessions-ended')
    .map(({ data: { after } }) => after);

describe('the admin routes of accounts', () => {
  it('S34 respond with 401 and 403 before anything else, whatever the id, body and query', async () => {
    const world = await openWorld();
    const below = await Promise.all(roles.slice(0, 3).map((role) => asUser(world, { role })));

    for (const id of ['usr_missing', below[0]?.user.id ?? '', 'not an id'])
      for (const who of [{}, ...below.map((as) => ({ as }))]) {
        const replies = [
          await get(who, id),
          await put(who, id, { role: 7 }),
          await drop(who, id),
          await end(who, id),
          await set(who, 'x'),
        ];

        const expected = 'as' in who ? 403 : 401;
        expect(replies.map(({ status }) => status)).toEqual(Array(5).fill(expected));
      }
  });

  it('S64 audit a refused change once a minute with its caller', async () => {
    const world = await openWorld();
    const visitor = await asUser(world);

    for (const id of ['usr_a', 'usr_a', 'usr_b']) await drop({ as: visitor }, id);
    await get({ as: visitor }, 'usr_a');

    const rows = await everyRow(world.data, AuditLog);
    expect(rows.map(({ data }) => data)).toEqual([
      expect.objectContaining({
        action: 'route.refused',
        actorId: visitor.user.id,
        targetId: '/api/some/route/usr_a',
        after: { method: 'DELETE' },
        result: 'denied',
      }),
    ]);
  });
});

describe('the routes of roles', () => {
  it('S29 reject an unexpected key and change nothing', async () => {
    const world = await openWorld();
    const [admin, owner] = [await asUser(world, { role: 'admin' }), await asUser(world)];
    const body = { role: 'member', status: 'active' };

    const replies = [
      await put({ as: admin }, owner.user.id, body),
      await set({ as: admin }, { ...body, uid: owner.user.id }),
    ];

    expect(replies.map(({ status }) => status)).toEqual([400, 400]);
    expect(await roleOf(owner)).toBe('visitor');
  });
});

describe('GET /api/admin/users/{id}', () => {
  it('returns the account with its session count, and only the documented fields', async () => {
    const world = await openWorld();
    const [admin, owner] = [
      await asUser(world, { role: 'admin' }),
      await asUser(world, { email: 'Own@plaza.test', emailKey: 'own@plaza.test' }),
    ];
    await signInByMail(world, 'own@plaza.test');

    const reply = await get({ as: admin }, owner.user.id);

    expect(reply.status).toBe(200);
    expect(Object.keys(reply.body.user).sort()).toEqual(
      [
        ...[
          'activeSessions',
          'avatarUrl',
          'bio',
          'createdAt',
          'email',
          'findByHandle',
          'handle',
          'id',
          'isVerified',
          'lastSeenAt',
          'locale',
        ],
        ...[
          'name',
          'readReceipts',
          'restrictedReason',
          'role',
          'status',
          'timezone',
          'updatedAt',
          'vendorId',
          'verifiedAt',
        ],
      ].sort(),
    );
    expect(reply.body.user).toMatchObject({
      email: 'Own@plaza.test',
      activeSessions: 1,
      lastSeenAt: world.now().toISOString(),
    });
  });

  it('responds with 404 for a missing account and 400 for an invalid id', async () => {
    const admin = await asUser(await openWorld(), { role: 'admin' });

    expect((await get({ as: admin }, 'usr_missing')).status).toBe(404);
    expect((await get({ as: admin }, 'a/b')).status).toBe(400);
  });

  it('returns a deleted account blank until the purge, then 404', async () => {
    const world = await openWorld();
    const [admin, owner] = [await asUser(world, { role: 'admin' }), await asUser(world, { name: 'Anna' })];
    await drop({ as: admin }, owner.user.id);

    const before = await get({ as: admin }, owner.user.id);
    await world.drain();
    const after = await get({ as: admin }, owner.user.id);

    expect(before.body.user).toMatchObject({ status: 'deleted', name: '', email: '', activeSessions: 0 });
    expect(after.status).toBe(404);
  });

  it('S37 exposes nothing of a purged person, in moderation cases or in notifications', async () => {
    const world = await openWorld();
    const [admin, other] = [await asUser(world, { role: 'admin' }), await asUser(world)];
    const owner = await asUser(world, { name: 'Anna Marker', bio: 'Says hello' });
    const conversation = testConversation([owner.user.id, other.user.id], world.now());
    await putConversation(world, conversation);
    const messageId = await putMessage(world, conversation.id, { senderId: owner.user.id });
    await notifyMembers(world, { conversationId: conversation.id, messageId });
    for (const entityId of [owner.user.id, messageId])
      await call(report, { as: other, body: { entityId, reasonCode: 'spam' } });
    const shown = async () => [
      (await call(cases, { as: admin })).body.items.map(({ excerpt }) => excerpt),
      (await call(notifications, { as: other })).body.notifications.map(({ title }) => title),
    ];
    expect(await shown()).toEqual([
      expect.arrayContaining(['Anna Marker · Says hello', 'Good morning']),
      ['Anna Marker'],
    ]);

    await drop({ as: admin }, owner.user.id);
    await world.drain();

    expect(await shown()).toEqual([[''], ['Deleted user']]);
  });
});

describe('PUT /api/admin/users/{id}/role and POST /api/admin/set-user-role', () => {
  it('change the role and return it', async () => {
    const world = await openWorld();
    const [admin, one, two] = [await asUser(world, { role: 'admin' }), await asUser(world), await asUser(world)];

    const put1 = await put({ as: admin }, one.user.id, { role: 'member', reason: 'long-standing' });
    const set1 = await set({ as: admin }, { uid: two.user.id, role: 'member' });

    expect([put1.status, put1.body]).toEqual([
      200,
      { success: true, previousRole: 'visitor', user: expect.objectContaining({ id: one.user.id, role: 'member' }) },
    ]);
    expect([set1.status, set1.body]).toEqual([200, { success: true, uid: two.user.id, role: 'member' }]);
    expect([await roleOf(one), await roleOf(two)]).toEqual(['member', 'member']);
  });

  const refusals: readonly (readonly [Role, Role | 'self', Role, string])[] = [
    ['admin', 'visitor', 'superadmin', '403 RankTooLow'],
    ['admin', 'admin', 'visitor', '403 RankTooLow'],
    ['admin', 'superadmin', 'visitor', '403 RankTooLow'],
    ['admin', 'self', 'visitor', '403 SelfDemotion'],
    ['admin', 'self', 'superadmin', '403 RankTooLow'],
    ['superadmin', 'self', 'admin', '403 SelfDemotion'],
  ];
  it.each(refusals)('S36 refuse: %s changes %s to %s → %s', async (actorRole, target, role, expected) => {
    const world = await openWorld();
    const make = (one: Role) => (one === 'superadmin' ? asSuperadmin(world) : asUser(world, { role: one }));
    const actor = await make(actorRole);
    const subject = target === 'self' ? actor : await make(target);

    const replies = [
      await put({ as: actor }, subject.user.id, { role }),
      await set({ as: actor }, { uid: subject.user.id, role }),
    ];

    expect(replies.map(({ status, body }) => `${status} ${body.details?.code}`)).toEqual([expected, expected]);
    expect(await roleOf(subject)).toBe(subject.user.role);
  });

  it('respond with 200 and write no audit entry for the current role', async () => {
    const world = await openWorld();
    const [admin, peer] = [await asUser(world, { role: 'admin' }), await asUser(world, { role: 'admin' })];

    const reply = await put({ as: admin }, peer.user.id, { role: 'admin' });

    expect([reply.status, reply.body.previousRole]).toEqual([200, 'admin']);
    expect((await world.data.find(auditRowsOf(peer.user.id, 10))).rows).toEqual([]);
  });

  it('respond with 404 for a missing or deleted account before 400 for an invalid body', async () => {
    const world = await openWorld();
    const [admin, gone, owner] = [
      await asUser(world, { role: 'admin' }),
      await asUser(world, { status: 'deleted' }),
      await asUser(world),
    ];

    const statuses = [
      (await put({ as: admin }, 'usr_missing', { role: 'king' })).status,
      (await put({ as: admin }, gone.user.id, { role: 'member' })).status,
      (await put({ as: admin }, owner.user.id, { role: 'king' })).status,
      (await put({ as: admin }, owner.user.id, {})).status,
      (await put({ as: admin }, owner.user.id, { role: 'member', isVerified: true })).status,
      (await put({ as: admin }, owner.user.id, { role: 'member', reason: 'x'.repeat(501) })).status,
      (await set({ as: admin }, { uid: 'usr_missing', role: 'member' })).status,
      (await set({ as: admin }, { uid: gone.user.id, role: 'member' })).status,
      (await set({ as: admin }, { uid: owner.user.id, role: 'king' })).status,
      (await set({ as: admin }, { uid: 'a/b', role: 'member' })).status,
      (await set({ as: admin }, { role: 'member' })).status,
    ];

    expect(statuses).toEqual([404, 404, 400, 400, 400, 400, 404, 404, 400, 400, 400]);
    expect(await roleOf(owner)).toBe('visitor');
  });

  it('S4 S5 take effect on the next request: a demoted admin and a user made admin are signed out', async () => {
    const world = await openWorld();
    const root = await asSuperadmin(world);
    const [admin, owner] = [await asUser(world, { role: 'admin' }), await asUser(world)];
    await Promise.all([cookieFor(admin), cookieFor(owner)]);

    await put({ as: root }, admin.user.id, { role: 'member' });
    await put({ as: root }, owner.user.id, { role: 'member' });
    const memberGoesOn = await isIn(owner);
    await put({ as: root }, owner.user.id, { role: 'admin' });

    expect((await get({ as: admin }, owner.user.id)).status).toBe(401);
    expect([memberGoesOn, await isIn(owner)]).toEqual([true, false]);
  });

  it('S36 let one of two superadmins win who demote each other concurrently', async () => {
    const world = await openWorld();
    const [first, second] = [await asSuperadmin(world), await asSuperadmin(world)];

    const replies = await Promise.all([
      put({ as: first }, second.user.id, { role: 'visitor' }),
      put({ as: second }, first.user.id, { role: 'visitor' }),
    ]);

    const left = [await roleOf(first), await roleOf(second)].filter((role) => role === 'superadmin');
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(left).toHaveLength(1);
  });
});

describe('DELETE /api/admin/users/{id}', () => {
  it('deletes the account, ends its sessions, frees its address, and repeats the same response', async () => {
    const world = await openWorld();
    const admin = await asUser(world, { role: 'admin' });
    const owner = await asUser(world, { email: 'own@plaza.test', emailKey: 'own@plaza.test' });
    await cookieFor(owner);

    const reply = await drop({ as: admin }, owner.user.id);
    const again = await drop({ as: admin }, owner.user.id);
    const newcomer = await signInByMail(world, 'own@plaza.test');

    const seen = await call(session, { headers: { cookie: newcomer } });
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        success: true,
        userId: owner.user.id,
        status: 'deleted',
        purgeBy: new Date(world.now().getTime() + DAY_MS).toISOString(),
      },
    ]);
    expect(again.text).toBe(reply.text);
    expect(await isIn(owner)).toBe(false);
    expect(seen.body.user?.id).not.toBe(owner.user.id);
  });

  it('S36 refuses oneself, equal and higher ranks, and a missing account', async () => {
    const world = await openWorld();
    const [admin, peer, root] = [
      await asUser(world, { role: 'admin' }),
      await asUser(world, { role: 'admin' }),
      await asSuperadmin(world),
    ];

    const replies = [
      await drop({ as: admin }, admin.user.id),
      await drop({ as: admin }, peer.user.id),
      await drop({ as: admin }, root.user.id),
      await drop({ as: root }, root.user.id),
      await drop({ as: admin }, 'usr_missing'),
    ];

    expect(replies.map(({ status, body }) => `${status} ${body.details?.code}`)).toEqual([
      '403 SelfDelete',
      '403 RankTooLow',
      '403 RankTooLow',
      '403 SelfDelete',
      '404 NOT_FOUND',
    ]);
  });

  it('requires a fresh code with step-up on, and accepts one', async () => {
    const world = await openWorld({ vars: { ADMIN_STEP_UP: 'on' } });
    const [admin, owner] = [await asUser(world, { role: 'admin' }), await asUser(world)];

    const reply = await drop({ as: admin }, owner.user.id);

    const [row] = (await world.data.find(sessionsOf(admin.user.id))).rows;
    await world.data.update(Sessions, row?.id ?? '', { stepUpAt: world.now().toISOString() });
    const again = await drop({ as: admin }, owner.user.id);

    expect([reply.status, reply.body.details]).toEqual([403, { code: 'StepUpRequired' }]);
    expect(again.status).toBe(200);
    expect((await world.data.need(Users, owner.user.id)).data.status).toBe('deleted');
  });
});

describe('DELETE /api/admin/users/{id}/sessions', () => {
  it('signs the account out everywhere, returns the number of sessions and writes an audit entry', async () => {
    const world = await openWorld();
    const admin = await asUser(world, { role: 'admin' });
    const owner = await asUser(world, { email: 'own@plaza.test', emailKey: 'own@plaza.test' });
    await cookieFor(owner);
    await signInByMail(world, 'own@plaza.test');

    const reply = await end({ as: admin }, owner.user.id);

    expect([reply.status, reply.body]).toEqual([200, { success: true, ended: 2 }]);
    expect(await isIn(owner)).toBe(false);
    expect(await endingsOf(owner)).toEqual([{ ended: 2 }]);
  });

  it('writes nothing for an account that is signed in nowhere, also when it has just been signed out', async () => {
    const world = await openWorld();
    const admin = await asUser(world, { role: 'admin' });
    const [owner, idle] = [await asUser(world), await asUser(world)];
    await cookieFor(owner);
    await end({ as: admin }, owner.user.id);
    const before = await world.data.getMany(Users, [owner.user.id, idle.user.id]);

    const replies = [await end({ as: admin }, owner.user.id), await end({ as: admin }, idle.user.id)];

    expect(replies.map(({ status, body }) => [status, body])).toEqual(
      Array(2).fill([200, { success: true, ended: 0 }]),
    );
    expect(await world.data.getMany(Users, [owner.user.id, idle.user.id])).toEqual(before);
    expect([...(await endingsOf(owner)), ...(await endingsOf(idle))]).toEqual([{ ended: 1 }]);
  });

  it('either ends a session that opens at the same moment, or leaves it signed in and says so', async () => {
    const world = await openWorld();
    const admin = await asUser(world, { role: 'admin' });
    const owner = await asUser(world);

    const [reply] = await Promise.all([end({ as: admin }, owner.user.id), cookieFor(owner)]);

    expect(await isIn(owner)).toBe(reply.body.ended === 0);
    expect(await endingsOf(owner)).toHaveLength(reply.body.ended);
  });

  it('refuses an equal rank, and responds with 404 for a missing or deleted account', async () => {
    const world = await openWorld();
    const [admin, peer, gone] = [
      await asUser(world, { role: 'admin' }),
      await asUser(world, { role: 'admin' }),
      await asUser(world, { status: 'deleted' }),
    ];

    const replies = [
      await end({ as: admin }, peer.user.id),
      await end({ as: admin }, gone.user.id),
      await end({ as: admin }, 'usr_missing'),
    ];

    expect(replies.map(({ status }) => status)).toEqual([403, 404, 404]);
  });
});
