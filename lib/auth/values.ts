/** Lowest first; the place in the list is the rank. */
export const roles = ['visitor', 'member', 'confidential', 'admin', 'superadmin'] as const;
export type Role = (typeof roles)[number];

export const rankOf = (role: Role): number => roles.indexOf(role);
export const hasRank = (role: Role, least: Role): boolean => rankOf(role) >= rankOf(least);

/** `restricted`: may sign in, read, pay and follow own orders, and writes nothing others see. */
export const userStatuses = ['active', 'restricted', 'deleted'] as const;
export type UserStatus = (typeof userStatuses)[number];

/** Whether a person may do what a rank opens: nobody who is restricted looks after the platform. */
export const mayAs = (least: Role, { role, status }: { readonly role: Role; readonly status: UserStatus }): boolean =>
  hasRank(role, least) && (status === 'active' || !hasRank(least, 'admin'));

/** Why a code was mailed: to sign in, or to prove anew that it is still oneself. */
export const loginPurposes = ['sign-in', 'step-up'] as const;
export type LoginPurpose = (typeof loginPurposes)[number];

/** How far the mail of a sign-in has come. `unknown`: the server may have taken it, so it is never sent again. */
export const loginMailStates = ['queued', 'sending', 'sent', 'failed', 'unknown'] as const;
export type LoginMailState = (typeof loginMailStates)[number];
