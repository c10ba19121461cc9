import type { Auth } from '#lib/api/guards.ts';

/**
 * The kinds of caller. `restricted` is a superadmin under moderation, with no extra rights. Both vendors sell; one of
 * them sells the thing that the call asks about.
 */
export const callers = [
  'none',
  'visitor',
  'member',
  'confidential',
  'restricted',
  'vendor-owner',
  'vendor-other',
  'admin',
  'superadmin',
  'cron',
  'wrong-bearer',
] as const;
export type Caller = (typeof callers)[number];

/** Whose thing the call names: the caller's own, another user's, or a missing one. */
export const targets = ['own', 'other', 'missing'] as const;
export type Target = (typeof targets)[number];

/** What the matrix creates before the call, so that the call has a thing to name or to act on. */
export const things = [
  'order',
  'payment',
  'callback',
  'vendor',
  'category',
  'fresh-vendor',
  'user',
  'session',
  'filled-cart',
  'mail-thread',
  'draft',
  'mail',
  'contact',
  'mail-task',
  'dead-letter',
  'effect',
  'product',
  'product-file',
  'conversation',
  'message',
  'payment-request',
  'notification',
  'notification-job',
  'attachment',
  'picture',
  'public-picture',
  'call',
  'procedure',
  'address',
  'delivery',
  'family',
] as const;
export type Thing = (typeof things)[number];

export type Policy = {
  readonly auth: Auth;
  /** The status for an admitted caller: one for all, or one per target where the call names a thing. */
  readonly answers: number | Readonly<Record<Target, number>>;
  /** True when a 403 among the answers comes before the body is read, as for callers who are no sellers. */
  readonly refusedBeforeBody?: boolean;
  /** The statuses for admins and superadmins, where they differ. */
  readonly forAdmins?: number | Readonly<Record<Target, number>>;
  /** The status for sellers, where the route needs a thing that they sell. */
  readonly forSellers?: number | Readonly<Record<Target, number>>;
  /** Only sellers and admins are admitted: everyone else gets 403 before the body is read. */
  readonly sellersOnly?: true;
  /** The status for a caller who may read but not write, for every target and body. */
  readonly forRestricted?: number;
  readonly thing?: Thing;
  /** The parameters of a path that names no thing. */
  readonly params?: Readonly<Record<string, string>>;
  /** The other parameters of the path. */
  readonly also?: (id: string) => Readonly<Record<string, string>>;
  /** Where the call names the thing; `id` in the path by default. */
  readonly namedBy?: { readonly param: string } | 'body';
  /** The query of a valid call. */
  readonly query?: Readonly<Record<string, string>>;
  /** A valid body. A route without one reads no body. */
  readonly body?: (id: string) => unknown;
};

export type Policies = Readonly<Record<string, Policy>>;

/** The thing must be the user's own. */
export const ownOnly = { own: 200, other: 404, missing: 404 } as const;
/** The thing may be anyone's. */
export const anybodys = { own: 200, other: 200, missing: 404 } as const;
/** An admin may act on others. The target must exist, and the domain refuses an admin who targets themselves. */
export const othersOnly = { own: 403, other: 200, missing: 404 } as const;

/** Returns the id of the call that rings in a conversation of the matrix. */
export const callIn = (id: string): string => `cll_${id}`;
/** Returns the parameter that names the message in a conversation of the matrix. */
export const messageIn = (id: string) => ({ messageId: `msg_${id}` });
/** Returns the parameter that names the file of a digital product in the matrix. */
export const fileIn = (id: string) => ({ fileId: `pfl_${id}` });
/** Returns the parameter that names the file of a verification procedure of the matrix. */
export const evidenceIn = (number: string) => ({ id: `evd_${number}` });
