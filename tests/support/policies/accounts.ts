import { testAddress } from '#tests/support/addresses.ts';
import { anybodys, othersOnly, ownOnly, type Policies } from './policy-types.ts';

/** Who may call the routes of sign-in, profiles, users and settings. */
export const accountPolicies: Policies = {
  // Asks every caller for a new code first. The address is another one, so that no caller is deleted in any case.
  'DELETE /api/account': { auth: 'session', answers: 403, body: () => ({ confirmEmail: 'another@plaza.test' }) },
  'GET /api/account/addresses': { auth: 'session', answers: 200 },
  'POST /api/account/addresses': { auth: 'session', answers: 201, body: () => testAddress },
  'PATCH /api/account/addresses/{id}': {
    auth: 'session',
    thing: 'address',
    answers: ownOnly,
    body: () => ({ label: 'Work' }),
  },
  'DELETE /api/account/addresses/{id}': { auth: 'session', thing: 'address', answers: ownOnly },
  'GET /api/account/export': { auth: 'session', answers: 200 },
  'PATCH /api/account/profile': { auth: 'session', answers: 200, body: () => ({ name: 'Olena' }) },
  'GET /api/admin/console-preferences': { auth: 'admin', answers: 200 },
  'PATCH /api/admin/console-preferences': { auth: 'admin', answers: 200, body: () => ({ density: 'compact' }) },
  'POST /api/admin/console-preferences/views': {
    auth: 'admin',
    answers: 201,
    body: () => ({ page: '/admin/orders', name: 'Unpaid', query: 'status=pending_payment' }),
  },
  // Only the caller's own views can be deleted, and nobody has one with this id.
  'DELETE /api/admin/console-preferences/views/{id}': {
    auth: 'admin',
    params: { id: 'viw_00000000000000000000' },
    answers: 404,
  },
  'GET /api/admin/desk': { auth: 'admin', answers: 200 },
  'GET /api/admin/exports/{list}': { auth: 'admin', params: { list: 'orders' }, answers: 200 },
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
};
