import { evidenceIn, othersOnly, ownOnly, type Policies } from './policy-types.ts';

/** Who may call the routes of verification. */
export const verificationPolicies: Policies = {
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
    answers: othersOnly,
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
    answers: othersOnly,
  },
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
};
