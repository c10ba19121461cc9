import { describe, expect, it } from 'vitest';
import { DAY_MS, dayOf } from '#lib/core/time.ts';
import { aiSettings } from '#lib/settings/schemas/settings.ts';
import { testContext } from '#tests/support/context.ts';
import { budgetState, estimateOf, MOST_UNPRICED_CALLS, mostTokensOf, reserveBudget, settleBudget } from './budget.ts';
import { AgentUsageDays, EmailBudgetDays } from './collections.ts';

const price = { inputMicrosPerMillion: 1_000_000, cachedInputMicrosPerMillion: 0, outputMicrosPerMillion: 1_000_000 };
const limits = (dailyBudgetMicros: number) =>
  aiSettings.parse({ dailyBudgetMicros, maxOutputTokens: 100, prices: { m: price } });
/** 300 characters are 100 input tokens, and up to 100 output tokens follow: 200 micro-USD. */
const call = { model: 'm', characters: 300 };
const nothing = () => undefined;

describe('the daily budget', () => {
  it('estimates the maximum cost of a call, and null for a model without a price', () => {
    expect(estimateOf(limits(0), 'm', 300)).toBe(200);
    expect(estimateOf(limits(0), 'm', 301)).toBe(201);
    expect(estimateOf(limits(0), 'unknown', 300)).toBeNull();
  });

  it('reserves an upper bound of the tokens of any script, with the schema of the answer', async () => {
    const ctx = await testContext();
    const text = 'Привіт 🎁'.repeat(100);

    const held = await reserveBudget(ctx, limits(0), { model: 'm', tokens: mostTokensOf(text) });

    // 17 bytes each, two to a token; 400 for the schema; 100 of output.
    expect(held?.micros).toBe(850 + 400 + 100);
  });

  it('is not exceeded by fifty concurrent calls', async () => {
    const ctx = await testContext();

    const held = await Promise.all(Array.from({ length: 50 }, () => reserveBudget(ctx, limits(2_000), call)));

    const granted = held.filter((reservation) => reservation !== null);
    expect(granted).toHaveLength(10);
    await Promise.all(granted.map((reservation) => settleBudget(ctx, reservation, 200, nothing)));
    const { data } = await ctx.data.need(EmailBudgetDays, dayOf(ctx.now()));
    expect(data).toMatchObject({ spentMicros: 2_000, reservedMicros: 0 });
    expect(await reserveBudget(ctx, limits(2_000), call)).toBeNull();
  });

  it('releases the unused part of a reservation', async () => {
    const ctx = await testContext();
    const held = await reserveBudget(ctx, limits(250), call);
    expect(await reserveBudget(ctx, limits(250), call)).toBeNull();

    if (held) await settleBudget(ctx, held, 20, nothing);

    expect(await reserveBudget(ctx, limits(250), call)).not.toBeNull();
  });

  it('starts again the next day, and a budget of 0 sets no limit', async () => {
    const ctx = await testContext();
    await reserveBudget(ctx, limits(200), call);
    expect(await reserveBudget(ctx, limits(200), call)).toBeNull();
    expect(await reserveBudget(ctx, limits(0), call)).not.toBeNull();

    ctx.clock.advance(DAY_MS);

    expect(await reserveBudget(ctx, limits(200), call)).not.toBeNull();
  });

  it('limits the number of calls to a model without a price', async () => {
    const ctx = await testContext();
    await ctx.data.set(EmailBudgetDays, dayOf(ctx.now()), {
      spentMicros: 0,
      reservedMicros: 0,
      unpricedCalls: MOST_UNPRICED_CALLS - 3,
      updatedAt: ctx.now().toISOString(),
    });

    const held = await Promise.all(
      Array.from({ length: 8 }, () => reserveBudget(ctx, limits(1), { ...call, model: 'unknown' })),
    );

    expect(held.filter((reservation) => reservation !== null)).toHaveLength(3);
  });

  it('is exhausted once it is spent, and a budget of 0 never is', async () => {
    const ctx = await testContext();
    const day = dayOf(ctx.now());
    expect(await budgetState(ctx.data, limits(200), day)).toEqual({
      dailyMicros: 200,
      spentTodayMicros: 0,
      exhausted: false,
    });
    const held = await reserveBudget(ctx, limits(200), call);
    if (held) await settleBudget(ctx, held, 200, nothing);

    expect(await budgetState(ctx.data, limits(200), day)).toEqual({
      dailyMicros: 200,
      spentTodayMicros: 200,
      exhausted: true,
    });
    expect((await budgetState(ctx.data, limits(0), day)).exhausted).toBe(false);
  });

  it('limits the sum of the inbox and the product agent, and keeps their rows apart', async () => {
    const ctx = await testContext();
    const day = dayOf(ctx.now());
    const agent = { ...call, account: 'agent' } as const;

    const held = await Promise.all(
      Array.from({ length: 50 }, (_, n) => reserveBudget(ctx, limits(2_000), n % 2 === 0 ? call : agent)),
    );

    const granted = held.filter((reservation) => reservation !== null);
    expect(granted).toHaveLength(10);
    const usage = { inputTokens: 100, cachedInputTokens: 0, outputTokens: 50 };
    await Promise.all(granted.map((reservation) => settleBudget(ctx, reservation, 150, nothing, usage)));
    const [inbox, own] = [await ctx.data.need(EmailBudgetDays, day), await ctx.data.need(AgentUsageDays, day)];
    expect(inbox.data).toMatchObject({ spentMicros: 750, reservedMicros: 0 });
    expect(own.data).toMatchObject({ calls: 5, inputTokens: 500, outputTokens: 250, micros: 750, reservedMicros: 0 });
  });

  it('is not touched by a call that its caller refuses', async () => {
    const ctx = await testContext();

    const held = await reserveBudget(ctx, limits(2_000), { ...call, account: 'agent', claim: async () => null });

    expect(held).toBeNull();
    expect(await ctx.data.get(AgentUsageDays, dayOf(ctx.now()))).toBeUndefined();
  });
});
