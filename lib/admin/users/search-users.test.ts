import { describe, expect, it } from 'vitest';
import { blockEntity, restoreEntity } from '#lib/admin/moderation/moderation.ts';
import { setVerified } from '#lib/admin/verification/set-verified.ts';
import { Users } from '#lib/auth/collections.ts';
import type { User } from '#lib/auth/schemas/user.ts';
import { userIndex } from '#lib/auth/user-index.ts';
import { createUser, updateProfile } from '#lib/auth/users.ts';
import type { UserContext } from '#lib/context/context.ts';
import { newId } from '#lib/core/ids.ts';
import { MINUTE_MS } from '#lib/core/time.ts';
import { rebuildIndex } from '#lib/search/rebuild-index.ts';
import { createVendor } from '#lib/store/vendors/vendors.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { deleteUser } from './delete-user.ts';
import { changeRole } from './roles.ts';
import { searchUsers, type UserQuery } from './search-users.ts';

/** Creates an account as a sign-in does, and returns it signed in. */
async function account(
  world: TestContext,
  email: string,
  patch: Partial<User> = {},
): Promise<TestContext & UserContext> {
  const id = newId('user');
  world.clock.advance(MINUTE_MS);
  await world.data.tx(async (t) => {
    createUser(t, { id, email, emailKey: email.toLowerCase(), locale: 'en', role: 'visitor', ...patch }, world.now());
  });
  await world.drain();
  return { ...world, via: 'session', user: { ...(await world.data.need(Users, id)).data, id } };
}

const namesOf = async (world: TestContext, query: UserQuery = {}) =>
  (await searchUsers(world, query)).rows.map(({ name, email }) => name || email);

describe('searchUsers', () => {
  it('returns the account of an exact id, address or handle', async () => {
    const world = await testContext();
    const { user } = await account(world, 'Olena.K@plaza.test');
    await updateProfile({ ...world, via: 'session', user }, { handle: 'olena', findByHandle: false });

    const found = async (q: string) => (await searchUsers(world, { q })).exact;

    expect(await found(` ${user.id} `)).toBe(user.id);
    expect(await found('olena.k@PLAZA.test')).toBe(user.id);
    expect(await found('@Olena')).toBe(user.id);
    expect(await found('usr_missing')).toBeNull();
    expect(await found('olena')).toBeNull();
  });

  it('finds a deleted account by its id only', async () => {
    const world = await testContext();
    const { user } = await account(world, 'gone@plaza.test', { name: 'Gone Girl' });

    await deleteUser(await asUser(world, { role: 'admin' }), user.id);
    const exact = (await searchUsers(world, { q: user.id })).exact;
    await world.drain();

    expect(exact).toBe(user.id);
    expect(await searchUsers(world, { q: 'gone@plaza.test' })).toEqual({ rows: [], nextCursor: null, exact: null });
    expect(await namesOf(world, { q: 'gone' })).toEqual([]);
    expect(await namesOf(world)).toEqual([]);
  });

  it.each([
    ['olena kov', 'the start of a name'],
    ['OLENA', 'any case'],
    ['олена', 'Cyrillic for a Cyrillic name'],
    ['olena.k', 'a single letter after a dot'],
    ['olena.kovalenko@', 'half an address'],
    ['kovalenko@elsewhere.test', 'an address of another server'],
    ['o_kov', 'a handle'],
  ])('finds people by %s: %s', async (q) => {
    const world = await testContext();
    const olena = await account(world, 'olena.kovalenko@plaza.test', { name: 'Олена Коваленко' });
    await updateProfile(olena, { handle: 'o_kovalenko' });
    await account(world, 'petro@plaza.test', { name: 'Петро Іваненко' });
    await world.drain();

    expect(await namesOf(world, { q })).toEqual(['Олена Коваленко']);
  });

  it('returns nothing for signs without a letter', async () => {
    const world = await testContext();
    await account(world, 'petro@plaza.test');

    expect(await namesOf(world, { q: '***' })).toEqual([]);
  });

  it('follows every change that it filters by: role, badge, shop, status and name', async () => {
    const world = await testContext();
    const admin = await asUser(world, { role: 'superadmin' });
    const person = await account(world, 'anna@plaza.test', { name: 'Anna' });
    const { id } = person.user;
    const of = async (query: UserQuery) => (await namesOf(world, query)).length;

    await changeRole(admin, id, { role: 'confidential' });
    await setVerified(admin, id, { isVerified: true });
    await createVendor(world, { name: 'Shop', ownerId: id, country: 'UA', contactEmail: 'shop@plaza.test' });
    await updateProfile(person, { name: 'Berta' });
    await world.drain();

    expect(await of({ role: 'confidential', verified: true, status: 'active', q: 'berta' })).toBe(1);
    expect([await of({ role: 'visitor' }), await of({ verified: false }), await of({ q: 'anna' })]).toEqual([0, 0, 1]);

    await blockEntity(admin, { entityId: id, reason: 'Spam and more' });
    await world.drain();
    expect([await of({ status: 'restricted' }), await of({ status: 'active' }), await of({})]).toEqual([1, 0, 1]);

    await restoreEntity(admin, { entityId: id });
    await setVerified(admin, id, { isVerified: false });
    await world.drain();
    expect(await of({ status: 'active', verified: false })).toBe(1);
  });

  it.each([
    ['newest', (names: string[]) => names.toReversed()],
    ['oldest', (names: string[]) => names],
    ['name', (names: string[]) => names.toSorted()],
  ] as const)('lists everyone once over its pages, sorted by %s', async (sort, order) => {
    const world = await testContext();
    const names = Array.from({ length: 120 }, (_, n) => `P${String((n * 37) % 120).padStart(3, '0')}`);
    for (const name of names) await account(world, `${name}@plaza.test`, { name });
    const listed: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await searchUsers(world, { sort, cursor });
      listed.push(...page.rows.map(({ name }) => name));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);

    expect(listed).toEqual(order(names));
    const first = await searchUsers(world, { sort });
    await expect(searchUsers(world, { sort, role: 'admin', cursor: first.nextCursor ?? '' })).rejects.toMatchObject({
      status: 400,
    });
  });

  it('shows the stored values while the index is behind, and an index that is rebuilt holds everyone', async () => {
    const world = await testContext();
    await account(world, 'anna@plaza.test', { name: 'Anna' });
    const [row] = (await searchUsers(world, {})).rows;
    await world.data.update(Users, row?.id ?? '', { name: 'Berta' });
    expect(await namesOf(world, { q: 'anna' })).toEqual(['Berta']);

    await asUser(world, { name: 'Never Indexed' });
    await rebuildIndex(world, userIndex);

    expect((await namesOf(world)).toSorted()).toEqual(['Berta', 'Never Indexed']);
  });
});
