import { messageIn, type Policies } from './policy-types.ts';

/** Who may call the routes of reports and moderation. */
export const moderationPolicies: Policies = {
  // Users can report neither themselves nor what they cannot read.
  'POST /api/reports': {
    auth: 'session',
    thing: 'message',
    namedBy: 'body',
    answers: { own: 400, other: 404, missing: 404 },
    body: (id) => ({ entityId: messageIn(id).messageId, reasonCode: 'spam' }),
  },
  'GET /api/admin/entity-moderation': { auth: 'admin', answers: 200 },
  // Another admin must decide about an admin's own message.
  'POST /api/admin/entity-moderation/block': {
    auth: 'admin',
    thing: 'message',
    namedBy: 'body',
    answers: { own: 403, other: 200, missing: 404 },
    body: (id) => ({ entityId: messageIn(id).messageId, reason: 'Against the rules' }),
  },
  // The message has no reports, so there is nothing to decide.
  'POST /api/admin/entity-moderation/dismiss': {
    auth: 'admin',
    thing: 'message',
    namedBy: 'body',
    // Nothing is reported. Another administrator decides about one's own things, reported or not.
    answers: { own: 403, other: 404, missing: 404 },
    body: (id) => ({ entityId: messageIn(id).messageId }),
  },
  'POST /api/admin/entity-moderation/restore': {
    auth: 'admin',
    thing: 'message',
    namedBy: 'body',
    answers: { own: 403, other: 404, missing: 404 },
    body: (id) => ({ entityId: messageIn(id).messageId }),
  },
  'POST /api/admin/entity-moderation/uphold': {
    auth: 'admin',
    thing: 'message',
    namedBy: 'body',
    answers: { own: 403, other: 404, missing: 404 },
    body: (id) => ({ entityId: messageIn(id).messageId, reason: 'Against the rules' }),
  },
  'GET /api/moderation/appeals': { auth: 'session', answers: 200 },
  // Nothing of the message's author is blocked, so there is nothing to appeal against.
  'POST /api/moderation/appeals': {
    auth: 'session',
    thing: 'message',
    namedBy: 'body',
    answers: { own: 404, other: 404, missing: 404 },
    body: (id) => ({ entityId: messageIn(id).messageId, text: 'It was a joke' }),
  },
};
