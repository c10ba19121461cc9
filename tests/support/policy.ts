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
  'conversation',
  'message',
  'payment-request',
  'notification',
  'notification-job',
  'attachment',
  'call',
  'procedure',
] as const;
export type Thing = (typeof things)[number];

export type Policy = {
  readonly auth: Auth;
  /** The status for an admitted caller: one for all, or one per target where the call names a thing. */
  readonly answers: number | Readonly<Record<Target, number>>;
  /** The statuses for admins and superadmins, where they differ. */
  readonly forAdmins?: Readonly<Record<Target, number>>;
  /** The status for sellers, where the route needs a thing that they sell. */
  readonly forSellers?: number;
  /** The status for a caller who may read but not write, for every target and body. */
  readonly forRestricted?: number;
  readonly thing?: Thing;
  /** The other parameters of the path. */
  readonly also?: (id: string) => Readonly<Record<string, string>>;
  /** Where the call names the thing; `id` in the path by default. */
  readonly namedBy?: { readonly param: string } | 'body';
  /** The query of a valid call. */
  readonly query?: Readonly<Record<string, string>>;
  /** A valid body. A route without one reads no body. */
  readonly body?: (id: string) => unknown;
};

const ownOnly = { own: 200, other: 404, missing: 404 } as const;
const anybodys = { own: 200, other: 200, missing: 404 } as const;
/** Returns the id of the call that rings in a conversation of the matrix. */
export const callIn = (id: string): string => `cll_${id}`;
/** Returns the parameter that names the message in a conversation of the matrix. */
export const messageIn = (id: string) => ({ messageId: `msg_${id}` });
/** Returns the parameter that names the file of a verification procedure of the matrix. */
export const evidenceIn = (number: string) => ({ id: `evd_${number}` });
/** An admin may act on others. The target must exist, and the domain refuses an admin who targets themselves. */
const othersOnly = { own: 403, other: 200, missing: 404 } as const;

/**
 * Who may do what, written by hand and never read from the code under test. A route without a row here fails the
 * matrix, and so does a row without a route.
 */
export const policies: Readonly<Record<string, Policy>> = {
  'GET /api/{...unknown}': { auth: 'public', answers: 404 },
  'POST /api/{...unknown}': { auth: 'public', answers: 404 },
  'PUT /api/{...unknown}': { auth: 'public', answers: 404 },
  'PATCH /api/{...unknown}': { auth: 'public', answers: 404 },
  'DELETE /api/{...unknown}': { auth: 'public', answers: 404 },

  // No membership is sold here; an admitted caller is told so.
  'POST /api/account/membership': { auth: 'session', answers: 409, body: () => ({ processor: 'credit' }) },
  'POST /api/account/orders/{id}/again': { auth: 'session', thing: 'order', answers: ownOnly },
  'POST /api/account/orders/{id}/cancel': { auth: 'session', thing: 'order', answers: ownOnly },
  // The order is the user's own, but it has not been shipped.
  'POST /api/account/orders/{id}/received': {
    auth: 'session',
    thing: 'order',
    answers: { own: 409, other: 404, missing: 404 },
  },
  // Its sender has no shop, so no caller can pay it here. Callers outside its conversation do not learn that it exists.
  'POST /api/account/payment-requests/{messageId}/order': {
    auth: 'session',
    thing: 'payment-request',
    namedBy: { param: 'messageId' },
    answers: { own: 409, other: 404, missing: 404 },
    body: () => ({}),
  },
  'PATCH /api/account/profile': { auth: 'session', answers: 200, body: () => ({ name: 'Olena' }) },
  'GET /api/account/wallet': { auth: 'session', answers: 200 },
  'GET /api/account/wallet/payments': { auth: 'session', answers: 200 },
  'POST /api/account/wallet/top-up': { auth: 'session', answers: 200, body: () => ({ amountMinor: 10_000 }) },

  'GET /api/admin/desk': { auth: 'admin', answers: 200 },
  'GET /api/admin/email/analytics': { auth: 'admin', answers: 200 },
  'GET /api/admin/email/channels': { auth: 'admin', answers: 200 },
  'GET /api/admin/email/drafts': { auth: 'admin', answers: 200 },
  'PUT /api/admin/email/drafts/{id}': {
    auth: 'admin',
    thing: 'draft',
    answers: anybodys,
    body: () => ({ body: 'Another text', version: 1 }),
  },
  'POST /api/admin/email/drafts/{id}/approve': { auth: 'admin', thing: 'draft', answers: anybodys, body: () => ({}) },
  'POST /api/admin/email/drafts/{id}/reject': { auth: 'admin', thing: 'draft', answers: anybodys, body: () => ({}) },
  // The draft is not approved, and no send of it is uncertain.
  'POST /api/admin/email/drafts/{id}/send': {
    auth: 'admin',
    thing: 'draft',
    answers: { own: 409, other: 409, missing: 404 },
    body: () => ({}),
  },
  'DELETE /api/admin/email/drafts/{id}/send': { auth: 'admin', thing: 'draft', answers: anybodys },
  'POST /api/admin/email/drafts/{id}/resolve': {
    auth: 'admin',
    thing: 'draft',
    answers: { own: 409, other: 409, missing: 404 },
    body: () => ({ outcome: 'sent' }),
  },
  'POST /api/admin/email/threads/{id}/drafts': {
    auth: 'admin',
    thing: 'mail-thread',
    answers: { own: 201, other: 201, missing: 404 },
    body: () => ({ body: 'It is on its way.' }),
  },

  'GET /api/admin/email/contacts': { auth: 'admin', answers: 200 },
  'POST /api/admin/email/contacts': {
    auth: 'admin',
    answers: 201,
    body: () => ({ email: `person${Math.random()}@shop.test` }),
  },
  // The route requires the contact's address again, and this body names another address.
  'POST /api/admin/email/contacts/{id}/erase': {
    auth: 'admin',
    thing: 'contact',
    answers: { own: 400, other: 400, missing: 404 },
    body: () => ({ confirmEmail: 'somebody@shop.test' }),
  },
  'GET /api/admin/email/contacts/{id}/export': { auth: 'admin', thing: 'contact', answers: anybodys },
  'GET /api/admin/email/dead-letters': { auth: 'admin', answers: 200 },
  'POST /api/admin/email/dead-letters/{id}/retry': { auth: 'admin', thing: 'dead-letter', answers: anybodys },
  'GET /api/admin/email/messages/{id}/attachments/{aid}': {
    auth: 'admin',
    thing: 'mail',
    also: () => ({ aid: 'a1' }),
    answers: anybodys,
  },
  'GET /api/admin/email/messages/{id}/html': { auth: 'admin', thing: 'mail', answers: anybodys },
  'GET /api/admin/email/messages/{id}/raw': { auth: 'admin', thing: 'mail', answers: anybodys },
  'GET /api/admin/email/messages/{id}/text': { auth: 'admin', thing: 'mail', answers: anybodys },
  'GET /api/admin/email/tasks': { auth: 'admin', answers: 200 },
  'POST /api/admin/email/tasks': {
    auth: 'admin',
    thing: 'mail-thread',
    namedBy: 'body',
    answers: { own: 201, other: 201, missing: 404 },
    body: (threadId) => ({ threadId, title: 'Call back', taskType: 'call' }),
  },
  'PATCH /api/admin/email/tasks/{id}': {
    auth: 'admin',
    thing: 'mail-task',
    answers: anybodys,
    body: () => ({ priority: 'high' }),
  },
  'POST /api/admin/email/tasks/{id}/complete': {
    auth: 'admin',
    thing: 'mail-task',
    answers: anybodys,
    body: () => ({ completionNotes: 'Done' }),
  },
  'GET /api/admin/email/threads': { auth: 'admin', answers: 200 },
  'PATCH /api/admin/email/threads': {
    auth: 'admin',
    thing: 'mail-thread',
    namedBy: 'body',
    answers: anybodys,
    body: (id) => ({ id, status: 'ongoing' }),
  },
  'GET /api/admin/email/threads/{id}': { auth: 'admin', thing: 'mail-thread', answers: anybodys },
  'POST /api/admin/email/threads/{id}/read': { auth: 'admin', thing: 'mail-thread', answers: anybodys },
  'POST /api/admin/orders/{id}/status': {
    auth: 'admin',
    thing: 'order',
    answers: anybodys,
    body: () => ({ status: 'canceled', reason: 'Asked for by mail' }),
  },
  // A callback about an order that is not ours has no effect to retry.
  'POST /api/admin/payments/callbacks/{id}/retry': { auth: 'admin', thing: 'callback', answers: anybodys },
  // The payment was made by credit: there is no gateway to check it with.
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
  // Nothing is payable yet.
  'POST /api/admin/payouts': {
    auth: 'admin',
    thing: 'order',
    namedBy: 'body',
    answers: { own: 404, other: 404, missing: 404 },
    body: (id) => ({ vendorId: 'vnd_test', settlementIds: [id], bankReference: 'IBAN transfer 1' }),
  },
  'GET /api/admin/platform-settings': { auth: 'superadmin', answers: 200, query: { namespace: 'ai' } },
  'PUT /api/admin/platform-settings': {
    auth: 'superadmin',
    answers: 200,
    body: () => ({ namespace: 'ai', data: { timeoutMs: 30_000 } }),
  },
  'POST /api/admin/outbox/{id}/retry': {
    auth: 'superadmin',
    thing: 'effect',
    answers: anybodys,
    body: () => ({ status: 'dead' }),
  },
  'POST /api/admin/outbox/{id}/dismiss': {
    auth: 'superadmin',
    thing: 'effect',
    answers: anybodys,
    body: () => ({ reason: 'Not wanted any more' }),
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
  'PUT /api/admin/users/{id}/verification': {
    auth: 'admin',
    thing: 'user',
    answers: othersOnly,
    body: () => ({ isVerified: true }),
  },
  'GET /api/admin/verification/queue': { auth: 'admin', answers: 200 },
  'GET /api/admin/verification/procedures/{procedureNumber}': {
    auth: 'admin',
    thing: 'procedure',
    namedBy: { param: 'procedureNumber' },
    answers: anybodys,
  },
  'POST /api/admin/verification/procedures/{procedureNumber}/{action}': {
    auth: 'admin',
    thing: 'procedure',
    namedBy: { param: 'procedureNumber' },
    also: () => ({ action: 'approve' }),
    answers: othersOnly,
    body: () => ({}),
  },
  'GET /api/admin/verification/procedures/{procedureNumber}/evidence/{id}': {
    auth: 'admin',
    thing: 'procedure',
    namedBy: { param: 'procedureNumber' },
    also: evidenceIn,
    answers: anybodys,
  },
  'GET /api/admin/vendors/{id}/settlements': { auth: 'admin', thing: 'vendor', answers: anybodys },

  'POST /api/auth/email/start': { auth: 'optional', answers: 202, body: (id) => ({ email: `${id}@plaza.test` }) },
  // Every caller may try; this code is wrong for all of them.
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
  'GET /api/cron/email-analytics': { auth: 'cron', answers: 200 },
  'GET /api/cron/email-processor': { auth: 'cron', answers: 200 },
  'POST /api/cron/email-processor': { auth: 'cron', answers: 200, body: () => ({ action: 'status' }) },
  'GET /api/cron/tick': { auth: 'cron', answers: 200 },
  'POST /api/cron/tick': { auth: 'cron', answers: 200 },

  'GET /api/health': { auth: 'public', answers: 200 },
  'GET /api/health/live': { auth: 'public', answers: 200 },
  'GET /api/health/ready': { auth: 'public', answers: 200 },
  'GET /api/notifications': { auth: 'session', answers: 200 },
  'POST /api/notifications': {
    auth: 'admin',
    thing: 'user',
    namedBy: 'body',
    answers: { own: 201, other: 201, missing: 400 },
    body: (userId) => ({ userId, type: 'SYSTEM', title: 'News', message: 'Something has happened' }),
  },
  'DELETE /api/notifications/{id}': { auth: 'session', thing: 'notification', answers: ownOnly },
  'PUT /api/notifications/{id}/archive': { auth: 'session', thing: 'notification', answers: ownOnly },
  'PUT /api/notifications/{id}/read': { auth: 'session', thing: 'notification', answers: ownOnly },
  'GET /api/notifications/analytics': { auth: 'admin', answers: 200 },
  'POST /api/notifications/bulk': {
    auth: 'admin',
    answers: 200,
    body: (userId) => ({ userIds: [userId], notification: { type: 'SYSTEM', title: 'News', message: 'For all' } }),
  },
  'GET /api/notifications/bulk/{jobId}': {
    auth: 'admin',
    thing: 'notification-job',
    namedBy: { param: 'jobId' },
    answers: anybodys,
  },
  'GET /api/notifications/preferences': { auth: 'session', answers: 200 },
  'PUT /api/notifications/preferences': { auth: 'session', answers: 200, body: () => ({ frequency: 'daily' }) },
  'PUT /api/notifications/read-all': { auth: 'session', answers: 200, body: () => ({}) },
  'POST /api/notifications/test': { auth: 'session', answers: 201 },

  'GET /api/openapi.json': { auth: 'public', answers: 200 },

  // Every caller may try; none of them signs as the gateway does.
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

  // Each seller reads their own sales; the call names no vendor.
  'GET /api/vendor/settlements.csv': { auth: 'session', answers: 403, forSellers: 200 },

  'GET /api/verification/procedures': { auth: 'session', answers: 200 },
  'POST /api/verification/procedures': {
    auth: 'session',
    answers: 201,
    forRestricted: 403,
    body: () => ({
      kind: 'identity',
      answers: {
        ...{ legalName: 'Olena Koval', birthDate: '1990-05-17', country: 'UA' },
        ...{ documentType: 'passport', documentNumberLast4: '12AB' },
      },
    }),
  },
  // The procedure has no open question.
  'POST /api/verification/procedures/{procedureNumber}/answer': {
    auth: 'session',
    thing: 'procedure',
    namedBy: { param: 'procedureNumber' },
    answers: { own: 409, other: 404, missing: 404 },
    forRestricted: 403,
    body: () => ({ answers: {} }),
  },
  'POST /api/verification/procedures/{procedureNumber}/evidence': {
    auth: 'session',
    thing: 'procedure',
    namedBy: { param: 'procedureNumber' },
    answers: { own: 201, other: 404, missing: 404 },
    forRestricted: 403,
    body: () => ({ kind: 'selfie', file: '%PDF-1.7 another' }),
  },
  'POST /api/verification/procedures/{procedureNumber}/withdraw': {
    auth: 'session',
    thing: 'procedure',
    namedBy: { param: 'procedureNumber' },
    answers: ownOnly,
    forRestricted: 403,
  },

  // No caller here knows the secret of the mail provider.
  'POST /api/webhooks/email/inbound': { auth: 'emailWebhook', answers: 401, body: () => ({}) },

  'POST /api/notifications/fcm/register': {
    auth: 'session',
    answers: 200,
    body: () => ({ deviceFingerprint: `device-${Math.random()}`, token: `token-${Math.random()}` }),
  },
  'DELETE /api/notifications/fcm/register': {
    auth: 'session',
    answers: 200,
    body: () => ({ deviceFingerprint: 'device-of-nobody' }),
  },
  'GET /api/push/vapid-public': { auth: 'session', answers: 200 },

  'GET /pay/return': { auth: 'public', answers: 303 },
  'POST /pay/return': { auth: 'public', answers: 303 },

  // Another user's conversation gives the same response as a missing one, to admins as well.
  'GET /api/conversations': { auth: 'session', answers: 200 },
  'POST /api/conversations': {
    auth: 'session',
    thing: 'user',
    namedBy: 'body',
    answers: { own: 400, other: 201, missing: 400 },
    forRestricted: 403,
    body: (id) => ({ type: 'direct', participantIds: [id] }),
  },
  'GET /api/conversations/contacts': { auth: 'session', answers: 200 },
  'GET /api/conversations/people': { auth: 'session', answers: 200, query: { userIds: 'usr_none' } },
  'GET /api/conversations/{id}': { auth: 'session', thing: 'conversation', answers: ownOnly },
  'PUT /api/conversations/{id}': {
    auth: 'session',
    thing: 'conversation',
    answers: ownOnly,
    body: () => ({ archived: true }),
  },
  'DELETE /api/conversations/{id}': { auth: 'session', thing: 'conversation', answers: ownOnly },
  'GET /api/conversations/{id}/messages': { auth: 'session', thing: 'conversation', answers: ownOnly },
  'POST /api/conversations/{id}/messages': {
    auth: 'session',
    thing: 'conversation',
    answers: { own: 201, other: 404, missing: 404 },
    forRestricted: 403,
    body: () => ({ content: 'Good morning' }),
  },
  'GET /api/conversations/{id}/messages/search': {
    auth: 'session',
    thing: 'conversation',
    answers: ownOnly,
    query: { q: 'morning' },
  },
  'PUT /api/conversations/{id}/messages/{messageId}': {
    auth: 'session',
    thing: 'message',
    also: messageIn,
    answers: ownOnly,
    forRestricted: 403,
    body: () => ({ content: 'Good evening' }),
  },
  'DELETE /api/conversations/{id}/messages/{messageId}': {
    auth: 'session',
    thing: 'message',
    also: messageIn,
    answers: ownOnly,
  },
  'PUT /api/conversations/{id}/messages/{messageId}/reactions/{emoji}': {
    auth: 'session',
    thing: 'message',
    also: (id) => ({ ...messageIn(id), emoji: '👍' }),
    answers: ownOnly,
    forRestricted: 403,
  },
  'DELETE /api/conversations/{id}/messages/{messageId}/reactions/{emoji}': {
    auth: 'session',
    thing: 'message',
    also: (id) => ({ ...messageIn(id), emoji: '👍' }),
    answers: ownOnly,
    forRestricted: 403,
  },
  'GET /api/conversations/{id}/typing': { auth: 'session', thing: 'conversation', answers: ownOnly },
  'POST /api/conversations/{id}/typing': {
    auth: 'session',
    thing: 'conversation',
    answers: ownOnly,
    forRestricted: 403,
    body: () => ({ isTyping: true }),
  },
  'GET /api/conversations/{id}/read': { auth: 'session', thing: 'conversation', answers: ownOnly },
  'POST /api/conversations/{id}/read': { auth: 'session', thing: 'conversation', answers: ownOnly, body: () => ({}) },
  'POST /api/conversations/upload': {
    auth: 'session',
    answers: 201,
    forRestricted: 403,
    body: () => ({ file: 'hello' }),
  },
  'GET /api/attachments/{id}': { auth: 'session', thing: 'attachment', answers: ownOnly },
  // The message is a text, which has no actions.
  'POST /api/conversations/{id}/messages/{messageId}/actions': {
    auth: 'session',
    thing: 'message',
    also: messageIn,
    answers: { own: 400, other: 404, missing: 404 },
    forRestricted: 403,
    body: () => ({ action: 'cancel' }),
  },
  // The call already rings, so this invitation is the same call.
  'POST /api/conversations/{id}/call-invite': {
    auth: 'session',
    thing: 'call',
    answers: ownOnly,
    forRestricted: 403,
    body: (id) => ({ callId: callIn(id), media: 'audio' }),
  },
  'POST /api/conversations/{id}/call-event': {
    auth: 'session',
    thing: 'call',
    answers: ownOnly,
    forRestricted: 403,
    body: (id) => ({ callId: callIn(id), type: 'ringing', partyId: 'phone' }),
  },
  // Users can report neither themselves nor what they cannot read.
  'POST /api/reports': {
    auth: 'session',
    thing: 'message',
    namedBy: 'body',
    answers: { own: 400, other: 404, missing: 404 },
    body: (id) => ({ entityId: messageIn(id).messageId, reasonCode: 'spam' }),
  },
  'GET /api/admin/entity-moderation': { auth: 'admin', answers: 200 },
  'POST /api/admin/entity-moderation/block': {
    auth: 'admin',
    thing: 'message',
    namedBy: 'body',
    answers: anybodys,
    body: (id) => ({ entityId: messageIn(id).messageId, reason: 'Against the rules' }),
  },
  // The message has no reports, so there is nothing to decide.
  'POST /api/admin/entity-moderation/dismiss': {
    auth: 'admin',
    thing: 'message',
    namedBy: 'body',
    answers: { own: 404, other: 404, missing: 404 },
    body: (id) => ({ entityId: messageIn(id).messageId }),
  },
  'POST /api/admin/entity-moderation/restore': {
    auth: 'admin',
    thing: 'message',
    namedBy: 'body',
    answers: { own: 404, other: 404, missing: 404 },
    body: (id) => ({ entityId: messageIn(id).messageId }),
  },
  'GET /api/users/blocks': { auth: 'session', answers: 200 },
  'PUT /api/users/{id}/block': { auth: 'session', thing: 'user', answers: { own: 400, other: 200, missing: 404 } },
  // The response does not reveal whether there was a block to remove.
  'DELETE /api/users/{id}/block': { auth: 'session', thing: 'user', answers: { own: 200, other: 200, missing: 200 } },
  'GET /api/tunnel': { auth: 'session', answers: 200 },
  // A call of the matrix is not a WebSocket, and names no channel to stream.
  'GET /api/tunnel/ws': { auth: 'session', answers: 426 },
  'GET /api/tunnel/sse': { auth: 'session', answers: 400 },
  // The conversation does not exist, so no caller is a member, not even an admin.
  'GET /api/tunnel/poll': {
    auth: 'session',
    answers: 404,
    query: { channel: 'conversation:cvs_none', timeout: '0' },
  },
  'POST /api/tunnel/poll': {
    auth: 'session',
    answers: 404,
    namedBy: 'body',
    body: () => ({ channels: ['conversation:cvs_none'], timeout: 0 }),
  },
};

/** Files outside the API that respond without a page: public and read-only. */
export const publicFiles: readonly string[] = [
  'app/og/products/[id]/route.ts',
  'app/sitemap.xml/route.ts',
  'app/sitemap/[part]/route.ts',
];

const people: readonly Caller[] = callers.filter((caller) => !['none', 'cron', 'wrong-bearer'].includes(caller));
const admins: readonly Caller[] = ['admin', 'superadmin'];
const sellers: readonly Caller[] = ['vendor-owner', 'vendor-other'];

/** Returns whether the guard admits a caller, or the status of its refusal. */
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
    case 'emailWebhook':
      return 401;
  }
}

/**
 * Returns the status that a call must have. Only an admitted caller can get 400 for a broken body, and only once the
 * path is found.
 */
export function expectedStatus(policy: Policy, caller: Caller, target: Target, isBroken: boolean): number {
  const admitted = admission(policy.auth, caller);
  if (admitted !== 'in') return admitted;
  if (caller === 'restricted' && policy.forRestricted !== undefined) return policy.forRestricted;
  const asAdmin = admins.includes(caller) ? policy.forAdmins : undefined;
  const asSeller = sellers.includes(caller) ? policy.forSellers : undefined;
  const answers = asAdmin ?? asSeller ?? policy.answers;
  const good = typeof answers === 'number' ? answers : answers[target];
  if (!isBroken) return good;
  return good === 404 && policy.namedBy !== 'body' ? 404 : 400;
}
