import type { Role } from '#lib/context/values.ts';
import { type Cursor, from } from '#lib/data/query.ts';
import { EmailLoginTokens, Sessions, Users } from './collections.ts';

/** More sessions than one user can have at a time. */
const MAX_SESSIONS_READ = 500;

/** Accounts of some roles, newest first. */
export const usersOfRoles = (roles: readonly Role[], limit: number) =>
  from(Users).where('role', 'in', roles).orderBy('createdAt', 'desc').limit(limit);

/** Every account, in the order of the ids. For the rebuild of the search index. */
export const everyUser = (limit: number, after?: Cursor) => from(Users).limit(limit).after(after);

/** A user's sessions, newest first. For the user's own list and for ending all of them. */
export const sessionsOf = (userId: string) =>
  from(Sessions).where('userId', '==', userId).orderBy('createdAt', 'desc').limit(MAX_SESSIONS_READ);

/** Sessions not used since a time, oldest first. */
export const sessionsUnusedSince = (at: string, limit: number) =>
  from(Sessions).where('lastSeenAt', '<', at).orderBy('lastSeenAt').limit(limit);

export const loginTokensExpiredBy = (at: string, limit: number) =>
  from(EmailLoginTokens).where('expiresAt', '<=', at).orderBy('expiresAt').limit(limit);
