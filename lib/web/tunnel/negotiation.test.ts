import { expect, it } from 'vitest';
import { negotiate } from './negotiation.ts';

const answer = (status: number, body: unknown) => async () => Response.json(body, { status });

it.each([
  ['a list of transports', answer(200, { transports: ['poll'] }), { is: 'there', transports: ['poll'] }],
  ['no session', answer(401, { error: 'Unauthorized' }), { is: 'signed-out' }],
  ['too many requests', answer(429, { retryAfter: 7 }), { is: 'away', retryAfterMs: 7000 }],
  ['a server error', answer(500, {}), { is: 'away' }],
  ['a page of a proxy', async () => new Response('<html>'), { is: 'away' }],
  ['no response', () => Promise.reject(new TypeError('Failed to fetch')), { is: 'away' }],
])('negotiate interprets %s', async (_, ask, expected) => {
  expect(await negotiate(ask)).toEqual(expected);
});
