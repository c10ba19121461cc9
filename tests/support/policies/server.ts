import type { Policies } from './policy-types.ts';

/** Who may call the routes of health, periodic work, statistics and the document of the API. */
export const serverPolicies: Policies = {
  'GET /api/{...unknown}': { auth: 'public', answers: 404 },
  'POST /api/{...unknown}': { auth: 'public', answers: 404 },
  'PUT /api/{...unknown}': { auth: 'public', answers: 404 },
  'PATCH /api/{...unknown}': { auth: 'public', answers: 404 },
  'DELETE /api/{...unknown}': { auth: 'public', answers: 404 },
  'GET /api/analytics/platform-stats': { auth: 'admin', answers: 200 },
  'GET /api/cron/cleanup-email-tokens': { auth: 'cron', answers: 200 },
  'POST /api/cron/cleanup-email-tokens': { auth: 'cron', answers: 200 },
  'GET /api/cron/tick': { auth: 'cron', answers: 200 },
  'POST /api/cron/tick': { auth: 'cron', answers: 200 },
  'GET /api/health': { auth: 'public', answers: 200 },
  'GET /api/health/live': { auth: 'public', answers: 200 },
  'GET /api/health/ready': { auth: 'public', answers: 200 },
  'GET /api/openapi.json': { auth: 'public', answers: 200 },
};
