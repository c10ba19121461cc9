import { hasRank, type Role } from '#lib/context/values.ts';

/** `restricted`: may sign in, read, pay and follow own orders, but writes nothing that others see. */
export const userStatuses = ['active', 'restricted', 'deleted'] as const;
export type UserStatus = (typeof userStatuses)[number];

/** Returns whether a user has the rights of a rank. A restricted user has no admin rights. */
export const hasRightsOf = (
  least: Role,
  { role, status }: { readonly role: Role; readonly status: UserStatus },
): boolean => hasRank(role, least) && (status === 'active' || !hasRank(least, 'admin'));

/** Why a code was mailed: to sign in, or for a step-up. */
export const loginPurposes = ['sign-in', 'step-up'] as const;
export type LoginPurpose = (typeof loginPurposes)[number];

/** The state of a sign-in mail. `unknown`: the server may have accepted it, so it is never sent again. */
export const loginMailStates = ['queued', 'sending', 'sent', 'failed', 'unknown'] as const;
export type LoginMailState = (typeof loginMailStates)[number];
