import { searchUsers, type UserQuery } from '#lib/admin/users/search-users.ts';
import { Users } from '#lib/auth/collections.ts';
import { USER_INDEX, userIndex } from '#lib/auth/user-index.ts';
import { newUser } from '#lib/auth/users.ts';
import type { Context } from '#lib/context/context.ts';
import { roles } from '#lib/context/values.ts';
import { before, MINUTE_MS } from '#lib/core/time.ts';
import { rebuildIndex } from '#lib/search/rebuild-index.ts';
import { type Area, type Case, one, paged } from './cases.ts';

const AT_ONCE = 400;
const FILTER_MS = 3;
const TEXT_MS = 5;

const firstNames = ['Olena', 'Андрій', 'Maria', 'Петро', 'Anna', 'Іван', 'Oksana', 'Тарас', 'Emma', 'Юлія', 'Noah'];
const lastNames = ['Kovalenko', 'Шевченко', 'Bondar', 'Іваненко', 'Smith', 'Мельник', 'Tkachenko', 'Лисенко', 'Brown'];
const idOf = (n: number): string => `usr_${String(n).padStart(20, '0')}`;
const emailOf = (n: number): string => `person.${n.toString(36)}@bench.test`;

async function fill(ctx: Context, count: number): Promise<void> {
  const now = ctx.now();
  for (let from = 0; from < count; from += AT_ONCE)
    await ctx.data.batch((write) => {
      for (let n = from; n < Math.min(count, from + AT_ONCE); n++) {
        const at = before(now, (count - n) * MINUTE_MS);
        const user = newUser({ email: emailOf(n), emailKey: emailOf(n) }, new Date(at));
        write.create(Users, idOf(n), {
          ...user,
          name: `${one(firstNames, n)} ${one(lastNames, n * 7)} ${n}`,
          role: n % 50 === 0 ? one(roles, n / 50) : 'visitor',
          status: n % 97 === 0 ? 'restricted' : 'active',
          isVerified: n % 9 === 0,
          lastSeenAt: at,
        });
      }
    });
  await rebuildIndex(ctx, userIndex);
  await ctx.search.revision(USER_INDEX);
}

const listed = (name: string, query: UserQuery, targetMs: number): Case => ({
  name,
  targetMs,
  run: (ctx) => searchUsers(ctx, query),
});

const pages = (name: string, query: UserQuery): Case =>
  paged(name, FILTER_MS, async (ctx, cursor) => (await searchUsers(ctx, { ...query, cursor })).nextCursor);

/** The console's list of people. */
export const people: Area = {
  name: 'people',
  fill,
  cases: [
    listed('people', {}, FILTER_MS),
    listed('people, oldest', { sort: 'oldest' }, FILTER_MS),
    listed('people, by name', { sort: 'name' }, FILTER_MS),
    pages('people, next page', {}),
    pages('people, by name, next', { sort: 'name' }),
    listed('people, a role', { role: 'admin' }, FILTER_MS),
    listed('people, restricted', { status: 'restricted' }, FILTER_MS),
    listed('people, verified', { verified: true, sort: 'name' }, FILTER_MS),
    listed('people, all filters', { role: 'visitor', status: 'active', verified: false, sort: 'name' }, FILTER_MS),
    { name: 'people, an address', targetMs: FILTER_MS, run: (ctx, at) => searchUsers(ctx, { q: emailOf(at * 31) }) },
    {
      name: 'people, half a name',
      targetMs: TEXT_MS,
      run: (ctx, at) =>
        searchUsers(ctx, { q: `${one(firstNames, at)} ${one(lastNames, at * 3).slice(0, 3 + (at % 3))}` }),
    },
    {
      name: 'people, a common start',
      targetMs: TEXT_MS,
      run: (ctx, at) =>
        searchUsers(ctx, { q: one(['ol', 'ма', 'pe', 'an', 'іва'], at), sort: one(['newest', 'name'], at) }),
    },
    {
      name: 'people, half an address',
      targetMs: TEXT_MS,
      run: (ctx, at) => searchUsers(ctx, { q: `person.${(at * 97).toString(36)}@` }),
    },
  ],
};
