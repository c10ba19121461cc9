import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { UserContext } from '#lib/context/context.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import { type Call, call } from '#tests/support/call.ts';
import { asUser, type TestContext, testContext } from '#tests/support/context.ts';
import { defineRoute } from './define-route.ts';
import type { RateLimitGroup } from './rate-limits.ts';

const routeIn = (rateLimit: RateLimitGroup) =>
  defineRoute({
    summary: 'Limited',
    auth: 'session',
    rateLimit,
    response: z.object({ ok: z.boolean() }),
    handler: async () => ({ ok: true }),
  });
const list = routeIn('notifications');
const bulk = routeIn('notifications-bulk');
const register = routeIn('push-registration');

let world: TestContext;
let anna: UserContext;
beforeEach(async () => {
  world = await testContext();
  installRuntime(world);
  anna = await asUser(world);
});

/** Returns how many of these calls pass. */
async function passing(route: typeof list, calls: number, options: Call = { as: anna }): Promise<number> {
  let passed = 0;
  for (let n = 0; n < calls; n++) if ((await call(route, options)).status === 200) passed += 1;
  return passed;
}

describe('the rate limiter', () => {
  it('S59 rejects the 101st request of a user and the 501st of an admin, and returns when to retry', async () => {
    const admin = await asUser(world, { role: 'admin' });
    await passing(list, 60);
    world.clock.advance(20 * SECOND_MS);
    const more = await passing(list, 60);

    const refused = await call(list, { as: anna });

    expect(more).toBe(40);
    expect(refused.body).toEqual({
      error: 'RateLimitError',
      message: expect.any(String),
      statusCode: 429,
      retryAfter: 40,
    });
    expect(refused.headers.get('retry-after')).toBe('40');
    expect(refused.headers.get('x-ratelimit-limit')).toBe('100');
    expect(await passing(list, 501, { as: admin })).toBe(500);
    world.clock.advance(40 * SECOND_MS);
    expect((await call(list, { as: anna })).status).toBe(200);
  });

  it('counts a request in its own group and in the wider group, and reports the narrower limit', async () => {
    const first = await call(bulk, { as: anna });
    const passed = 1 + (await passing(bulk, 11));

    expect(first.headers.get('x-ratelimit-limit')).toBe('10');
    expect(passed).toBe(10);
    // The two refused calls have not counted there.
    expect(await passing(list, 100)).toBe(90);
    expect((await call(register, { as: anna })).headers.get('x-ratelimit-limit')).toBe('100');
  });

  it('counts programs in their own group, and our own pages only in the wider group', async () => {
    expect(await passing(register, 12, { as: anna, program: true })).toBe(10);
    expect(await passing(register, 12)).toBe(12);
  });

  it('leaves the response to an unauthenticated caller at 401 after any number of requests', async () => {
    const statuses = new Set<number>();
    for (let n = 0; n < 105; n++) statuses.add((await call(list)).status);

    expect([...statuses]).toEqual([401]);
  });
});
