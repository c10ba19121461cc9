import { listedStatuses, userRow as rowSchema, type UserRow, type UserSort } from '#lib/admin/schemas/user-list.ts';
import { Users } from '#lib/auth/collections.ts';
import { peopleTerms, roleFacet, statusFacet, USER_INDEX, verifiedFacet } from '#lib/auth/user-index.ts';
import { findHandleOwner, findUserByEmail } from '#lib/auth/users.ts';
import type { UserStatus } from '#lib/auth/values.ts';
import type { Context } from '#lib/context/context.ts';
import type { Role } from '#lib/context/values.ts';
import { ID_PATTERN } from '#lib/core/id-pattern.ts';
import { idPrefix } from '#lib/core/ids.ts';
import { searchCursor, searchPlaceOf } from '#lib/search/cursor.ts';

/** A page of the console's list of people. */
const PAGE = 50;

export type UserQuery = {
  readonly q?: string | undefined;
  readonly role?: Role | undefined;
  readonly status?: Exclude<UserStatus, 'deleted'> | undefined;
  readonly verified?: boolean | undefined;
  readonly sort?: UserSort | undefined;
  readonly cursor?: string | undefined;
};

/** `exact` names the account whose id, address or handle is the whole text. */
export type FoundUsers = {
  readonly rows: readonly UserRow[];
  readonly nextCursor: string | null;
  readonly exact: string | null;
};

const sorts = {
  newest: { field: 'createdAt', direction: 'desc' },
  oldest: { field: 'createdAt', direction: 'asc' },
  name: { field: 'name', direction: 'asc' },
} as const;

/**
 * Returns a page of accounts for the console: an exact id, address or handle, or words of a name, handle or address of
 * which the last may be a prefix. Rows are read from the store, so their values are current. The list itself lags
 * behind by the index.
 */
export async function searchUsers(ctx: Context, query: UserQuery): Promise<FoundUsers> {
  const q = (query.q ?? '').trim();
  const exact = q === '' ? null : await exactUser(ctx, q);
  if (exact !== null) return { rows: [], nextCursor: null, exact };
  const terms = peopleTerms(wordsOfSearch(q));
  if (q !== '' && terms.length === 0) return { rows: [], nextCursor: null, exact: null };

  const { role, status, verified, sort = 'newest', cursor } = query;
  const mark = JSON.stringify([q, role, status, verified, sort]);
  const after = cursor === undefined ? undefined : searchPlaceOf(mark, cursor, sort === 'name' ? 'string' : 'number');
  const { hits, more } = await ctx.search.search(USER_INDEX, {
    ...(terms.length > 0 && { terms }),
    facets: [
      (status === undefined ? listedStatuses : [status]).map(statusFacet),
      ...(role === undefined ? [] : [[roleFacet(role)]]),
      ...(verified === undefined ? [] : [[verifiedFacet(verified)]]),
    ],
    sort: sorts[sort],
    limit: PAGE,
    ...(after && { after }),
  });
  const ids = hits.map(({ id }) => id);
  const rows = ids.length === 0 ? [] : await ctx.data.getMany(Users, ids);
  const last = hits.at(-1);
  return {
    rows: rows.flatMap((row) =>
      row && row.data.status !== 'deleted' ? [rowSchema.parse({ ...row.data, id: row.id })] : [],
    ),
    nextCursor: more && last ? searchCursor(mark, last) : null,
    exact: null,
  };
}

/** An address without an account is searched by what stands before its sign. */
const wordsOfSearch = (q: string): string => (q.indexOf('@') > 0 ? q.slice(0, q.indexOf('@')) : q);

async function exactUser({ data }: Context, q: string): Promise<string | null> {
  if (ID_PATTERN.test(q) && q.startsWith(idPrefix('user'))) return (await data.get(Users, q))?.id ?? null;
  if (q.startsWith('@')) return (await findHandleOwner(data, q.slice(1).toLowerCase()))?.id ?? null;
  return q.includes('@') ? ((await findUserByEmail(data, q))?.id ?? null) : null;
}
