import type { Context } from '#lib/context/context.ts';
import type { Role } from '#lib/context/values.ts';
import { mapInTurns } from '#lib/core/turns.ts';
import type { Row } from '#lib/data/store.ts';
import type { Rebuildable } from '#lib/search/rebuild-index.ts';
import type { SearchEntry } from '#lib/search/search-index.ts';
import { fold, indexTokens, wordsOf } from '#lib/search/terms.ts';
import { Users } from './collections.ts';
import { everyUser } from './queries.ts';
import type { User } from './schemas/user.ts';
import type { UserStatus } from './values.ts';

/** The name of the index: one entry for each account that is not deleted. */
export const USER_INDEX = 'users';

export const roleFacet = (role: Role): string => `role:${role}`;
export const statusFacet = (status: UserStatus): string => `status:${status}`;
export const verifiedFacet = (isVerified: boolean): string => `verified:${isVerified ? 'yes' : 'no'}`;
export const sellerFacet = (isSeller: boolean): string => `seller:${isSeller ? 'yes' : 'no'}`;

/** Increase this when entries are built differently: the next start then rebuilds the index. */
const ENTRY_VERSION = '1';

/** Updates the index entries of accounts from the store. Deleted accounts have no entries. */
export async function indexUsers(ctx: Pick<Context, 'data' | 'search'>, ids: readonly string[]): Promise<void> {
  const rows = (await ctx.data.getMany(Users, ids)).filter((row) => row !== undefined);
  const entries = await mapInTurns(
    rows.filter(({ data }) => data.status !== 'deleted'),
    entryOf,
  );
  const kept = new Set(entries.map(({ id }) => id));
  const gone = ids.filter((id) => !kept.has(id));
  if (entries.length > 0) await ctx.search.put(USER_INDEX, entries);
  if (gone.length > 0) await ctx.search.remove(USER_INDEX, gone);
  // Reads the rows again, because a concurrent change may have made these entries stale. Changed ones are indexed
  // again.
  const now = await ctx.data.getMany(Users, ids);
  const changed = ids.filter((id, at) => now[at]?.version !== rows.find((row) => row.id === id)?.version);
  if (changed.length > 0) await indexUsers(ctx, changed);
}

function entryOf({ id, data }: Row<User>): SearchEntry {
  const { name, handle, email, role, status, isVerified, vendorId } = data;
  const local = email.slice(0, Math.max(email.lastIndexOf('@'), 0));
  return {
    id,
    terms: [
      { weight: 'A', tokens: tokensOf(name) },
      { weight: 'B', tokens: [...new Set([...tokensOf(handle ?? ''), ...tokensOf(local)])] },
    ],
    words: [],
    facets: [roleFacet(role), statusFacet(status), verifiedFacet(isVerified), sellerFacet(vendorId !== null)],
    fields: { createdAt: Date.parse(data.createdAt), name: fold(name) },
    card: '',
  };
}

/** Returns the tokens of a name or address: each chunk as a whole, without its signs, and its words. */
const tokensOf = (text: string): string[] => [
  ...new Set([
    ...indexTokens(text),
    ...chunksOf(text)
      .map(squeezed)
      .filter((whole) => whole !== ''),
  ]),
];

const chunksOf = (text: string): string[] => text.split(/\s+/).filter((chunk) => chunk !== '');
const squeezed = (chunk: string): string => fold(chunk).replace(/[^\p{L}\p{N}]+/gu, '');

/**
 * Returns the terms of a search for people. A chunk such as `olena.k` is looked up as a whole, because a single letter
 * is no word of its own.
 */
export const peopleTerms = (text: string): string[] => [
  ...new Set(
    chunksOf(text)
      .flatMap((chunk) => {
        const [words, whole] = [wordsOf(chunk), squeezed(chunk)];
        return words.join('') === whole ? words : [whole];
      })
      .slice(0, 12),
  ),
];

/** The index of accounts, for the job that rebuilds it. */
export const userIndex: Rebuildable = {
  index: USER_INDEX,
  atOnce: 100,
  version: () => ENTRY_VERSION,
  async page({ data }, limit, after) {
    const { rows, next } = await data.find(everyUser(limit, after));
    return { ids: rows.map(({ id }) => id), next };
  },
  async gone({ data }, ids) {
    const rows = await data.getMany(Users, ids);
    return ids.filter((_, at) => rows[at] === undefined);
  },
  refresh: indexUsers,
};
