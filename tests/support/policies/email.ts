import { anybodys, type Policies } from './policy-types.ts';

/** Who may call the routes of the email CRM. */
export const emailPolicies: Policies = {
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
  'GET /api/cron/email-analytics': { auth: 'cron', answers: 200 },
  'GET /api/cron/email-processor': { auth: 'cron', answers: 200 },
  'POST /api/cron/email-processor': { auth: 'cron', answers: 200, body: () => ({ action: 'status' }) },
  // No caller here knows the secret of the mail provider.
  'POST /api/webhooks/email/inbound': { auth: 'emailWebhook', answers: 401, body: () => ({}) },
};
