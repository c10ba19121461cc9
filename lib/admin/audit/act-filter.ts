import { z } from 'zod';
import type { UserRow } from '#lib/admin/schemas/user-list.ts';
import { searchUsers } from '#lib/admin/users/search-users.ts';
import type { AuditFilter } from '#lib/audit/schemas/audit.ts';
import { auditResults } from '#lib/audit/values.ts';
import { findUserByEmail } from '#lib/auth/users.ts';
import type { Context } from '#lib/context/context.ts';
import { ID_PATTERN } from '#lib/core/id-pattern.ts';
import { idPrefix } from '#lib/core/ids.ts';
import { calendarDay, DAY_MS } from '#lib/core/time.ts';

const MOST_CANDIDATES = 10;

/** The query keys of the audit page. `actor` is an id, an address or a name; days are whole UTC days. */
export const actsQuery = z.strictObject({
  actor: z.string().trim().max(320).optional(),
  target: z.string().trim().max(128).optional(),
  action: z.string().trim().max(60).optional(),
  result: z.enum(auditResults).optional(),
  from: calendarDay.optional(),
  to: calendarDay.optional(),
});
export type ActsQuery = z.infer<typeof actsQuery>;

/** Reads the filter from an address. Invalid values are ignored. */
export function actsQueryOf(asked: Readonly<Record<string, unknown>>): ActsQuery {
  const shape = Object.entries(actsQuery.shape);
  return Object.fromEntries(
    shape.flatMap(([key, schema]) => {
      const value = asked[key] === '' ? undefined : schema.safeParse(asked[key]).data;
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

/** An account that a search text may mean. */
export type Candidate = Pick<UserRow, 'id' | 'name' | 'email'>;
/** What a query asks of the log, or the accounts that its actor may mean: none or several. */
export type AskedActs =
  | { readonly filter: AuditFilter; readonly candidates?: never }
  | { readonly filter: null; readonly candidates: readonly Candidate[] };

/** Returns what the query asks of the log. A name that belongs to one account alone stands for it. */
export async function actFilterOf(ctx: Context, query: ActsQuery): Promise<AskedActs> {
  const { actor, target, action, result, from, to } = query;
  const found = actor === undefined ? undefined : await actorsOf(ctx, actor);
  if (found !== undefined && found.length !== 1) return { filter: null, candidates: found.slice(0, MOST_CANDIDATES) };
  return {
    filter: {
      ...{ actorId: found?.[0]?.id, targetId: target, action, result },
      from: from && `${from}T00:00:00.000Z`,
      to: to && new Date(Date.parse(to) + DAY_MS).toISOString(),
    },
  };
}

async function actorsOf(ctx: Context, text: string): Promise<readonly Candidate[]> {
  // The account may have been purged since.
  if (text.startsWith(idPrefix('user')) && ID_PATTERN.test(text)) return [{ id: text, name: '', email: '' }];
  if (text.indexOf('@') > 0) {
    const user = await findUserByEmail(ctx.data, text);
    return user ? [{ id: user.id, name: user.name, email: user.email }] : [];
  }
  const { exact, rows } = await searchUsers(ctx, { q: text });
  return exact === null ? rows : [{ id: exact, name: '', email: '' }];
}
