import type { Policies } from './policy-types.ts';

/** Who may call the routes of health, periodic work, statistics and the document of the API. */
export const serverPolicies: Policies = {
  'GET /api/{...unknown}': { auth: 'public', answers: 404 },
  'POST /api/{...unknown}': { auth: 'public', answers: 404 },
  'PUT /api/{...unknown}': { auth: 'public', answers: 404 },
  'PATCH /api/{...unknown}': { auth: 'public', answers: 404 },
  'DELETE /api/{...unknown}': { auth: 'public', answers: 404 },
  'GET /api/analytics/platform-stats': { auth: 'admin', answers: 200 },
  'GET /api/analytics/web-vitals': { auth: 'admin', answers: 200 },
  'POST /api/analytics/web-vitals': {
    auth: 'public',
    answers: 204,
    body: () => ({ samples: [{ name: 'LCP', value: 1_200, path: '/', navigationType: 'navigate' }] }),
  },
  'GET /api/analytics/errors': { auth: 'admin', answers: 200 },
  'POST /api/analytics/errors': {
    auth: 'optional',
    answers: 204,
    body: () => ({ name: 'TypeError', message: 'x is not a function', path: '/', release: '0.1.0' }),
  },
  'POST /api/analytics/csp-reports': {
    auth: 'optional',
    answers: 204,
    body: () => ({ 'csp-report': { 'effective-directive': 'img-src', 'blocked-uri': 'https://elsewhere.test' } }),
  },
  'GET /api/cron/cleanup-email-tokens': { auth: 'cron', answers: 200 },
  'POST /api/cron/cleanup-email-tokens': { auth: 'cron', answers: 200 },
  'GET /api/cron/tick': { auth: 'cron', answers: 200 },
  'POST /api/cron/tick': { auth: 'cron', answers: 200 },
  'GET /api/health': { auth: 'public', answers: 200 },
  'GET /api/health/live': { auth: 'public', answers: 200 },
  'GET /api/health/ready': { auth: 'public', answers: 200 },
  'GET /api/openapi.json': { auth: 'public', answers: 200 },
};
