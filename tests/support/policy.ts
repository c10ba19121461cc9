import type { Auth } from '#lib/api/guards.ts';

/** Who knocks. `restricted` is a person under moderation; the two vendors sell, one of them what is being asked about. */
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

/** Whose thing the call names: the caller's own, another person's, nobody's. */
export const targets = ['own', 'other', 'missing'] as const;
export type Target = (typeof targets)[number];

/** What the matrix makes before the call, so that there is a thing to name or something to act on. */
export const things = ['order', 'payment', 'callback', 'vendor', 'user', 'session', 'filled-cart'] as const;
export type Thing = (typeof things)[number];

export type Policy = {
  readonly auth: Auth;
  /** What an admitted caller gets: one status, or one per target where the call names a thing. */
  readonly answers: number | Readonly<Record<Target, number>>;
  /** The same for callers from admin on, where they may do more. */
  readonly forAdmins?: Readonly<Record<Target, number>>;
  /** The same for those who sell, where a thing of theirs is asked for. */
  readonly forSellers?: number;
  readonly thing?: Thing;
  /** Where the thing is named; `id` in the path unless told. */
  readonly namedBy?: { readonly param: string } | 'body';
  /** A good body. Without it the route reads none. */
  readonly body?: (id: string) => unknown;
};

const ownOnly = { own: 200, other: 404, missing: 404 } as const;
const anybodys = { own: 200, other: 200, missing: 404 } as const;
/** An admin may do it to others, and to nobody who is not there; to themselves the domain refuses it. */
const othersOnly = { own: 403, other: 200, missing: 404 } as const;

/**
 * Who may do what, written by hand and never read from the code under test. A route without a row here fails the matrix,
 * and so does a row without a route.
 */
export const policies: Readonly<Record<string, Policy>> = {
  'GET /api/{...unknown}': { auth: 'public', answers: 404 },
  'POST /api/{...unknown}': { auth: 'public', answers: 404 },
  'PUT /api/{...unknown}': { auth: 'public', answers: 404 },
  'PATCH /api/{...unknown}': { auth: 'public', answers: 404 },
  'DELETE /api/{...unknown}': { auth: 'public', answers: 404 },

  // No membership is sold here; who is let in is told so.
  'POST /api/account/membership': { auth: 'session', answers: 409, body: () => ({ processor: 'credit' }) },
  'POST /api/account/orders/{id}/again': { auth: 'session', thing: 'order', answers: ownOnly },
  'POST /api/account/orders/{id}/cancel': { auth: 'session', thing: 'order', answers: ownOnly },
  // The order is the person's own, but it has not been shipped.
  'POST /api/account/orders/{id}/received': {
    auth: 'session',
    thing: 'order',
    answers: { own: 409, other: 404, missing: 404 },
  },
  'PATCH /api/account/profile': { auth: 'session', answers: 200, body: () => ({ name: 'Olena' }) },
  'GET /api/account/wallet': { auth: 'session', answers: 200 },
  'GET /api/account/wallet/payments': { auth: 'session', answers: 200 },
  'POST /api/account/wallet/top-up': { auth: 'session', answers: 200, body: () => ({ amountMinor: 10_000 }) },

  'POST /api/admin/orders/{id}/status': {
    auth: 'admin',
    thing: 'order',
    answers: anybodys,
    body: () => ({ status: 'canceled', reason: 'Asked for by mail' }),
  },
  // A callback about nothing of ours has no effect to be tried again.
  'POST /api/admin/payments/callbacks/{id}/retry': { auth: 'admin', thing: 'callback', answers: anybodys },
  // The payment is one by credit: there is nobody to be asked about it.
  'POST /api/admin/payments/{orderReference}/check': {
    auth: 'admin',
    thing: 'payment',
    namedBy: { param: 'orderReference' },
    answers: { own: 409, other: 409, missing: 404 },
  },
  'POST /api/admin/payments/{orderReference}/reverse': {
    auth: 'admin',
    thing: 'payment',
    namedBy: { param: 'orderReference' },
    answers: anybodys,
    body: () => ({ reason: 'Asked for by mail' }),
  },
  // Nothing is owed to anybody yet.
  'POST /api/admin/payouts': {
    auth: 'admin',
    thing: 'order',
    namedBy: 'body',
    answers: { own: 404, other: 404, missing: 404 },
    body: (id) => ({ vendorId: 'vnd_test', settlementIds: [id], bankReference: 'IBAN transfer 1' }),
  },
  'POST /api/admin/set-user-role': {
    auth: 'admin',
    thing: 'user',
    namedBy: 'body',
    answers: othersOnly,
    body: (uid) => ({ uid, role: 'member' }),
  },
  'GET /api/admin/users/{id}': { auth: 'admin', thing: 'user', answers: anybodys },
  'DELETE /api/admin/users/{id}': { auth: 'admin', thing: 'user', answers: othersOnly },
  'GET /api/admin/users/{id}/payments': { auth: 'admin', thing: 'user', answers: anybodys },
  'PUT /api/admin/users/{id}/role': {
    auth: 'admin',
    thing: 'user',
    answers: othersOnly,
    body: () => ({ role: 'member' }),
  },
  'DELETE /api/admin/users/{id}/sessions': { auth: 'admin', thing: 'user', answers: anybodys },
  'GET /api/admin/vendors/{id}/settlements': { auth: 'admin', thing: 'vendor', answers: anybodys },

  'POST /api/auth/email/start': { auth: 'optional', answers: 202, body: (id) => ({ email: `${id}@plaza.test` }) },
  // Everyone may try; nobody has this code.
  'POST /api/auth/email/verify': {
    auth: 'optional',
    answers: 401,
    body: (id) => ({ email: `${id}@plaza.test`, code: '000000' }),
  },
  'GET /api/auth/session': { auth: 'optional', answers: 200 },
  'GET /api/auth/sessions': { auth: 'session', answers: 200 },
  'DELETE /api/auth/sessions': { auth: 'session', answers: 200 },
  'DELETE /api/auth/sessions/{id}': { auth: 'session', thing: 'session', answers: ownOnly },
  'POST /api/auth/sign-out': { auth: 'optional', answers: 200, body: () => ({}) },

  'GET /api/cron/cleanup-email-tokens': { auth: 'cron', answers: 200 },
  'POST /api/cron/cleanup-email-tokens': { auth: 'cron', answers: 200 },
  'GET /api/cron/tick': { auth: 'cron', answers: 200 },
  'POST /api/cron/tick': { auth: 'cron', answers: 200 },

  'GET /api/health': { auth: 'public', answers: 200 },
  'GET /api/health/live': { auth: 'public', answers: 200 },
  'GET /api/health/ready': { auth: 'public', answers: 200 },
  'GET /api/openapi.json': { auth: 'public', answers: 200 },

  // Everyone may knock; nobody here signs as the gateway does.
  'POST /api/payments/cardgw/webhook': { auth: 'signed', answers: 401, body: () => ({}) },

  'GET /api/store/cart': { auth: 'session', answers: 200 },
  'POST /api/store/cart': {
    auth: 'session',
    answers: 200,
    body: () => ({ items: [{ id: 'mug', qty: 1 }] }),
  },
  'POST /api/store/cart/hold': { auth: 'session', thing: 'filled-cart', answers: 200 },
  'POST /api/store/checkout': {
    auth: 'session',
    answers: 201,
    body: () => ({ items: [{ id: 'mug', qty: 1 }] }),
  },
  'GET /api/store/orders': { auth: 'session', answers: 200 },
  'POST /api/store/orders': {
    auth: 'session',
    answers: 201,
    body: () => ({ items: [{ id: 'mug', qty: 1 }] }),
  },
  'GET /api/store/orders/{id}': { auth: 'session', thing: 'order', answers: ownOnly },
  'POST /api/store/payments/cardgw': {
    auth: 'session',
    thing: 'order',
    namedBy: 'body',
    answers: ownOnly,
    body: (orderId) => ({ orderId }),
  },
  'POST /api/store/payments/cardgw/webhook': { auth: 'signed', answers: 401, body: () => ({}) },
  'POST /api/store/payments/credit': {
    auth: 'session',
    thing: 'order',
    namedBy: 'body',
    answers: ownOnly,
    body: (orderId) => ({ orderId }),
  },
  'GET /api/store/payments/{orderId}/status': {
    auth: 'session',
    thing: 'order',
    namedBy: { param: 'orderId' },
    answers: ownOnly,
    forAdmins: anybodys,
  },
  'GET /api/store/price-range': { auth: 'public', answers: 200 },
  'GET /api/store/products': { auth: 'optional', answers: 200 },

  // Each seller hears of their own sales; nobody names whose.
  'GET /api/vendor/settlements.csv': { auth: 'session', answers: 403, forSellers: 200 },

  'GET /pay/return': { auth: 'public', answers: 303 },
  'POST /pay/return': { auth: 'public', answers: 303 },
};

/** Files beside the API that answer without a page: for everyone, reading only. */
export const publicFiles: readonly string[] = [
  'app/og/products/[id]/route.tsx',
  'app/sitemap.xml/route.ts',
  'app/sitemap/[part]/route.ts',
];

const people: readonly Caller[] = callers.filter((caller) => !['none', 'cron', 'wrong-bearer'].includes(caller));
const admins: readonly Caller[] = ['admin', 'superadmin'];
const sellers: readonly Caller[] = ['vendor-owner', 'vendor-other'];

/** Whether the guard lets a caller in, or how it refuses. */
function admission(auth: Auth, caller: Caller): 'in' | 401 | 403 {
  const among = (allowed: readonly Caller[]) => {
    if (allowed.includes(caller)) return 'in';
    return people.includes(caller) ? 403 : 401;
  };
  switch (auth) {
    case 'public':
    case 'optional':
    case 'signed':
      return 'in';
    case 'session':
      return among(people);
    case 'admin':
      return among(admins);
    case 'superadmin':
      return among(['superadmin']);
    case 'cron':
      return caller === 'cron' ? 'in' : 401;
  }
}

/** The status a call must answer. A broken body is seen only by who is let in, and only after the path is found. */
export function expectedStatus(policy: Policy, caller: Caller, target: Target, isBroken: boolean): number {
  const admitted = admission(policy.auth, caller);
  if (admitted !== 'in') return admitted;
  const asAdmin = admins.includes(caller) ? policy.forAdmins : undefined;
  const asSeller = sellers.includes(caller) ? policy.forSellers : undefined;
  const answers = asAdmin ?? asSeller ?? policy.answers;
  const good = typeof answers === 'number' ? answers : answers[target];
  if (!isBroken) return good;
  return good === 404 && policy.namedBy !== 'body' ? 404 : 400;
}
