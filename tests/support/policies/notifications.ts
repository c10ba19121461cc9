import { anybodys, ownOnly, type Policies } from './policy-types.ts';

/** Who may call the routes of notifications and push. */
export const notificationPolicies: Policies = {
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
};
