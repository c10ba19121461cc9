import { expect, it } from 'vitest';
import { negotiate } from './negotiation.ts';

const answer = (status: number, body: unknown) => async () => Response.json(body, { status });

it.each([
  ['a list of transports', answer(200, { transports: ['poll'] }), { is: 'there', transports: ['poll'] }],
  ['no session', answer(401, { error: 'Unauthorized' }), { is: 'signed-out' }],
  ['too many questions', answer(429, { retryAfter: 7 }), { is: 'away', retryAfterMs: 7000 }],
  ['a failure', answer(500, {}), { is: 'away' }],
  ['a page of some proxy', async () => new Response('<html>'), { is: 'away' }],
  ['no answer at all', () => Promise.reject(new TypeError('Failed to fetch')), { is: 'away' }],
])('the server answers %s, and the client knows what to make of it', async (_, ask, expected) => {
  expect(await negotiate(ask)).toEqual(expected);
});
