import type { Role } from '#lib/context/values.ts';
import { from } from '#lib/data/query.ts';
import { EmailLoginTokens, Sessions, Users } from './collections.ts';

/** More sessions than one person can have at a time. */
const MANY = 500;

/** Accounts of some roles, the newest first. */
export const usersOfRoles = (roles: readonly Role[], limit: number) =>
  from(Users).where('role', 'in', roles).orderBy('createdAt', 'desc').limit(limit);

/** Newest first; serves the person's own list and the ending of all of them. */
export const sessionsOf = (userId: string) =>
  from(Sessions).where('userId', '==', userId).orderBy('createdAt', 'desc').limit(MANY);

/** Sessions nobody has used since a moment, oldest first. */
export const sessionsUnusedSince = (at: string, limit: number) =>
  from(Sessions).where('lastSeenAt', '<', at).orderBy('lastSeenAt').limit(limit);

export const loginTokensExpiredBy = (at: string, limit: number) =>
  from(EmailLoginTokens).where('expiresAt', '<=', at).orderBy('expiresAt').limit(limit);
