import { describe, expect, it } from 'vitest';
import { Users } from '#lib/auth/collections.ts';
import { MINUTE_MS } from '#lib/core/time.ts';
import { asUser, testContext } from '#tests/support/context.ts';

describe('a test context', () => {
  it('starts empty, so that no test sees another’s data', async () => {
    const [first, second] = [await testContext(), await testContext()];

    const person = await asUser(first, { role: 'admin' });

    expect((await first.data.need(Users, person.user.id)).data.role).toBe('admin');
    expect(await second.data.get(Users, person.user.id)).toBeUndefined();
  });

  it('has a clock that moves only by advance', async () => {
    const ctx = await testContext();
    const before = ctx.now().getTime();

    ctx.clock.advance(MINUTE_MS);

    expect(ctx.now().getTime()).toBe(before + MINUTE_MS);
  });
});
