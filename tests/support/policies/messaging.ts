import { callIn, messageIn, ownOnly, type Policies } from './policy-types.ts';

/** Who may call the routes of conversations, blocks and the tunnel. */
export const messagingPolicies: Policies = {
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
