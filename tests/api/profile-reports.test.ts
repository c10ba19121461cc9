import { beforeAll, describe, expect, it } from 'vitest';
import { POST as block } from '#app/api/admin/entity-moderation/block/route.ts';
import { POST as dismiss } from '#app/api/admin/entity-moderation/dismiss/route.ts';
import { POST as restore } from '#app/api/admin/entity-moderation/restore/route.ts';
import { GET as readUser } from '#app/api/admin/users/[id]/route.ts';
import * as messages from '#app/api/conversations/[id]/messages/route.ts';
import { POST as report } from '#app/api/reports/route.ts';
import { listCasesWithDetails } from '#lib/admin/moderation/moderation-queue.ts';
import type { CaseStatus } from '#lib/admin/moderation/values.ts';
import { deleteUser } from '#lib/admin/users/delete-user.ts';
import { purgeUser } from '#lib/admin/users/purge-user.ts';
import { changeRole } from '#lib/admin/users/roles.ts';
import { Users } from '#lib/auth/collections.ts';
import { readSuperadmins, writeSuperadmins } from '#lib/auth/superadmins.ts';
import type { UserContext } from '#lib/context/context.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { newestFirst } from '#lib/notifications/queries.ts';
import { Vendors } from '#lib/store/collections.ts';
import { createVendor } from '#lib/store/vendors/vendors.ts';
import { call } from '#tests/support/call.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { putConversation, testConversation } from '#tests/support/conversations.ts';
import { openRecordingTunnel } from '#tests/support/recording-tunnel.ts';

type Person = TestContext & UserContext;

let world: TestContext;
let admin: Person;
const recorder = openRecordingTunnel();
beforeAll(async () => {
  world = await testContext({ tunnel: recorder.tunnel });
  installRuntime(world);
  admin = await asUser(world, { role: 'admin' });
});

const person = (patch = {}): Promise<Person> => asUser(world, patch);
async function talk(...people: Person[]): Promise<string> {
  const conversation = testConversation(
    people.map(({ user }) => user.id),
    world.now(),
  );
  await putConversation(world, conversation);
  return conversation.id;
}
/** Returns two users who have met; the second one is a nuisance. */
async function met(patch = {}) {
  const [ann, bob] = [await person(), await person({ name: 'Bob', handle: 'bob', bio: 'I sell\ncoins', ...patch })];
  return { ann, bob, id: await talk(ann, bob) };
}
const shopOf = ({ user }: Person, name: string) =>
  createVendor(world, { name, country: 'UA', contactEmail: 'shop@plaza.test', ownerId: user.id });

const tell = (as: Person, entityId: string, more: object = { kind: 'profile' }) =>
  call(report, { as, body: { entityId, reasonCode: 'harassment', ...more } });
const decide = (route: typeof block, entityId: string, as = admin) =>
  call(route, { as, body: { entityId, reason: 'Pesters people' } });
const onDesk = async (entityId: string, status: CaseStatus = 'open') =>
  (await listCasesWithDetails(world, { status, limit: 100 })).cases.find((one) => one.entityId === entityId);
const userOf = async ({ user }: Person) => (await world.data.need(Users, user.id)).data;
const vendorStatus = async (id: string) => (await world.data.need(Vendors, id)).data.status;
const say = (as: Person, id: string) => call(messages.POST, { as, params: { id }, body: { content: 'Hello' } });

describe('POST /api/reports of a person', () => {
  it('opens a case that describes the person and counts the reporters', async () => {
    const { ann, bob } = await met();
    const eve = await person();
    await talk(eve, bob);

    expect((await tell(ann, bob.user.id)).status).toBe(202);
    expect((await tell(eve, bob.user.id, { comment: 'Calls at night' })).status).toBe(202);

    expect(await onDesk(bob.user.id)).toMatchObject({
      entityType: 'profile',
      ownerName: 'Bob',
      excerpt: 'Bob · @bob · I sell coins',
      reportCount: 2,
      person: { role: 'visitor', status: 'active', createdAt: bob.user.createdAt },
      comments: [{ text: 'Calls at night' }],
    });
  });

  it('accepts people one has met and sellers, and responds with 404 for everyone else', async () => {
    const { ann, bob } = await met();
    const stranger = await person();
    const gone = await person({ status: 'deleted' });
    await talk(ann, gone);
    await shopOf(bob, 'Coins of Bob');

    const [unmet, missing, deleted] = await Promise.all(
      [stranger.user.id, 'usr_none', gone.user.id].map((id) => tell(ann, id)),
    );

    for (const refused of [unmet, missing, deleted]) expect(refused?.status).toBe(404);
    expect(unmet?.body.message?.replace(stranger.user.id, 'usr_none')).toBe(missing?.body.message);
    expect((await tell(ann, ann.user.id)).body.details).toEqual({ entityId: 'belongs to you' });
    expect((await tell(stranger, bob.user.id)).status).toBe(202);
    for (const kind of ['message', 'person'])
      expect(Object.keys((await tell(ann, bob.user.id, { kind })).body.details ?? {})).toEqual(['kind']);
  });
});

describe('a blocked profile', () => {
  it('restricts the account until it is restored, and notifies the person both times', async () => {
    const { ann, bob, id } = await met();
    await tell(ann, bob.user.id);
    recorder.take();

    expect((await decide(block, bob.user.id)).body.item.status).toBe('blocked');

    expect(await userOf(bob)).toMatchObject({ status: 'restricted', restrictedReason: 'Pesters people' });
    expect((await say(bob, id)).body.details?.code).toBe('AccountRestricted');
    expect((await call(messages.GET, { as: bob, params: { id } })).status).toBe(200);
    expect(recorder.take().map(({ event }) => event)).toContain('session.revoked');
    expect((await onDesk(bob.user.id, 'blocked'))?.person).toMatchObject({ status: 'restricted' });
    await decide(restore, bob.user.id);
    expect(await userOf(bob)).toMatchObject({ status: 'active', restrictedReason: null });
    expect((await say(bob, id)).status).toBe(201);
    await world.drain();
    const { rows } = await world.data.find(newestFirst({ userId: bob.user.id, status: 'unread' }, 10));
    expect(rows.map(({ data }) => data.title).toSorted()).toEqual([
      'Your account is no longer restricted',
      'Your account is restricted',
    ]);
  });

  it('restricts nothing when the case is dismissed', async () => {
    const { ann, bob, id } = await met();
    await tell(ann, bob.user.id);

    expect((await decide(dismiss, bob.user.id)).body.item.status).toBe('dismissed');

    expect((await say(bob, id)).status).toBe(201);
    await world.drain();
    const { rows } = await world.data.find(newestFirst({ userId: bob.user.id, status: 'unread' }, 10));
    expect(rows.map(({ data }) => data.title)).toEqual([]);
  });

  it('requires a higher rank, and refuses oneself and the last superadmin', async () => {
    const [other, chief, lower] = [
      await person({ role: 'admin' }),
      await person({ role: 'superadmin' }),
      await person({ role: 'superadmin' }),
    ];
    await world.data.tx(async (t) => writeSuperadmins(t, [chief.user.id, lower.user.id]));
    const codeFor = async (as: Person, { user }: Person) => {
      const { status, body } = await decide(block, user.id, as);
      return `${status} ${body.details?.code ?? ''}`;
    };

    expect(await codeFor(admin, admin)).toBe('403 OwnCase');
    expect(await codeFor(admin, other)).toBe('403 RankTooLow');
    expect(await codeFor(admin, chief)).toBe('403 RankTooLow');
    expect(await codeFor(chief, other)).toBe('200 ');
    await world.data.tx(async (t) => writeSuperadmins(t, [lower.user.id]));
    expect(await codeFor(chief, lower)).toBe('409 LastSuperadmin');
  });

  it('takes the rights of its rank away, and restoring returns them', async () => {
    const [chief, staff] = [await person({ role: 'superadmin' }), await person({ role: 'admin' })];
    const read = async () => {
      const { status, body } = await call(readUser, { as: staff, params: { id: chief.user.id } });
      return [status, body.details?.code];
    };

    await decide(block, staff.user.id, chief);
    expect(await read()).toEqual([403, 'AccountRestricted']);
    await decide(restore, staff.user.id, chief);
    expect(await read()).toEqual([200, undefined]);
  });

  it('removes a superadmin from the active ones, who cannot demote the last, until it is restored', async () => {
    const [chief, other] = [await person({ role: 'superadmin' }), await person({ role: 'superadmin' })];
    await world.data.tx(async (t) => writeSuperadmins(t, [chief.user.id, other.user.id]));
    const demote = (as: Person, { user }: Person) =>
      changeRole(as, user.id, { role: 'visitor' }).then(
        () => 'demoted',
        ({ status, code }) => `${status} ${code}`,
      );

    await decide(block, other.user.id, chief);
    expect(await readSuperadmins(world.data)).toEqual([chief.user.id]);
    expect(await demote(other, chief)).toBe('403 AccountRestricted');
    await decide(restore, other.user.id, chief);
    expect(await readSuperadmins(world.data)).toEqual([chief.user.id, other.user.id]);
    expect(await demote(other, chief)).toBe('demoted');
  });

  it('has one winner when two superadmins block each other concurrently', async () => {
    const [one, two] = [await person({ role: 'superadmin' }), await person({ role: 'superadmin' })];
    const third = await person({ role: 'superadmin' });
    await world.data.tx(async (t) => writeSuperadmins(t, [one.user.id, two.user.id, third.user.id]));

    const replies = await Promise.all([decide(block, two.user.id, one), decide(block, one.user.id, two)]);

    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
    expect(await readSuperadmins(world.data)).toHaveLength(2);
  });

  it('can be decided although the account was deleted meanwhile', async () => {
    const { ann, bob } = await met();
    await tell(ann, bob.user.id);
    await world.data.update(Users, bob.user.id, { status: 'deleted', name: '' });

    expect((await decide(block, bob.user.id)).status).toBe(200);

    expect((await userOf(bob)).status).toBe('deleted');
    expect(await onDesk(bob.user.id)).toBeUndefined();
  });

  it('suspends the person’s shop, and restoring reopens only a shop it suspended', async () => {
    const [one, two] = [await met(), await met({ handle: null })];
    const [open, closed] = [await shopOf(one.bob, 'Open shop'), await shopOf(two.bob, 'Closed shop')];
    await world.data.update(Vendors, closed, { status: 'suspended' });

    for (const { bob } of [one, two]) await decide(block, bob.user.id);
    expect([await vendorStatus(open), await vendorStatus(closed)]).toEqual(['suspended', 'suspended']);
    for (const { bob } of [one, two]) await decide(restore, bob.user.id);

    expect([await vendorStatus(open), await vendorStatus(closed)]).toEqual(['approved', 'suspended']);
  });
});

describe('a seller', () => {
  it('whose account was purged stays suspended when a block is lifted, and cannot be blocked or reported again', async () => {
    const [chief, shopper] = [await person({ role: 'superadmin' }), await person()];
    for (const isCaseOfShop of [true, false]) {
      const seller = await person();
      const id = await shopOf(seller, `Gone ${isCaseOfShop}`);
      const blocked = isCaseOfShop ? id : seller.user.id;
      await decide(block, blocked, chief);
      await world.data.update(Users, seller.user.id, { status: 'deleted', name: '' });
      await purgeUser(world, { userId: seller.user.id });
      expect(await world.data.get(Users, seller.user.id)).toBeUndefined();

      expect((await decide(restore, blocked, chief)).status).toBe(200);

      expect(await vendorStatus(id)).toBe('suspended');
      expect((await tell(shopper, id, {})).status).toBe(404);
      if (!isCaseOfShop) expect((await decide(block, id, chief)).status).toBe(404);
    }
  });

  it('stays suspended when an admin lifts the block while the account is deleted and purged', async () => {
    const chief = await person({ role: 'superadmin' });
    for (const [at, lifted] of ['shop', 'owner', 'shop', 'owner'].entries()) {
      const seller = await person();
      const id = await shopOf(seller, `Closing ${at}`);
      const blocked = lifted === 'shop' ? id : seller.user.id;
      await decide(block, blocked, chief);
      const erase = async () => {
        await deleteUser(chief, seller.user.id);
        await purgeUser(world, { userId: seller.user.id });
      };

      const [{ status }] = await Promise.all([decide(restore, blocked, chief), erase()]);

      expect(status).toBe(200);
      expect(await vendorStatus(id)).toBe('suspended');
      await world.drain();
      expect(await vendorStatus(id)).toBe('suspended');
    }
  });

  it('can be reported by anyone else, is suspended with a reason, and restored', async () => {
    const [shopper, seller] = [await person(), await person()];
    const id = await shopOf(seller, 'Fine Coins');

    expect((await tell(shopper, id, { kind: 'vendor' })).status).toBe(202);
    expect((await tell(seller, id, {})).status).toBe(400);
    expect(await onDesk(id)).toMatchObject({ entityType: 'vendor', excerpt: 'Fine Coins', person: null });
    await decide(block, id);

    expect(await vendorStatus(id)).toBe('suspended');
    expect((await userOf(seller)).status).toBe('active');
    await decide(restore, id);
    expect(await vendorStatus(id)).toBe('approved');
  });

  it('stays suspended while its own case is blocked, whatever happens to its owner', async () => {
    const { bob } = await met();
    const id = await shopOf(bob, 'Twice blocked');
    await decide(block, bob.user.id);
    await decide(block, id);

    await decide(restore, bob.user.id);

    expect(await vendorStatus(id)).toBe('suspended');
    expect((await userOf(bob)).status).toBe('active');
    await decide(restore, id);
    expect(await vendorStatus(id)).toBe('approved');
  });
});
