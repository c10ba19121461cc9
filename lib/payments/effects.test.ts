import { describe, expect, it } from 'vitest';
import { userCreated } from '#lib/auth/topics.ts';
import { enqueue } from '#lib/data/outbox.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { creditOf } from './credit/credit.ts';
import { DEMO_CREDIT_MINOR } from './credit/demo-credit.ts';

async function newPerson(vars: Record<string, string>) {
  const ctx = await asUser(await testContext({ vars }));
  const announce = () =>
    ctx.data.batch((write) => enqueue(write, userCreated, { userId: ctx.user.id }, { now: ctx.now() }));
  await announce();
  await ctx.drain();
  return { ctx, announce };
}

describe('a new account', () => {
  it('gets the demo credit once, even when user.created is published twice', async () => {
    const { ctx, announce } = await newPerson({ PLAZA_DEMO: '1' });

    await announce();
    await ctx.drain();

    expect(await creditOf(ctx.data, ctx.user.id)).toEqual({ balanceMinor: DEMO_CREDIT_MINOR, currency: 'UAH' });
  });

  it('gets no credit outside a demo', async () => {
    const { ctx } = await newPerson({});

    expect(await creditOf(ctx.data, ctx.user.id)).toMatchObject({ balanceMinor: 0 });
  });
});
