import { hasRank, type Role } from '#lib/context/values.ts';

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
