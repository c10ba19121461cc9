import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#lib/core/time.ts';
import { compareStatement } from '#lib/payments/cards/statement.ts';
import { StockLevels } from '#lib/store/collections.ts';
import { cardShop, startAtGateway } from '#tests/support/card.ts';
import { payingShopper, placeOrder } from '#tests/support/paying.ts';
import { lastRunOf, runProcess } from './process-runner.ts';
import { processes } from './processes.ts';
import type { ProcessId } from './values.ts';

const processOf = (id: ProcessId) => {
  const found = processes.find((process) => process.id === id);
  if (!found) throw new Error(`no process ${id}`);
  return found;
};

describe('an auditing process', () => {
  it('fails when the store audit finds a difference, and succeeds once the difference is fixed', async () => {
    const ctx = await payingShopper();
    await placeOrder(ctx);
    await ctx.data.update(StockLevels, 'mug', { held: 3 });

    const drifted = await runProcess(ctx, processOf('store-audit'), { trigger: 'manual' });
    expect(drifted).toMatchObject({ status: 'failed', counts: { failed: 1 } });
    expect((await lastRunOf(ctx, 'store-audit'))?.data).toMatchObject({
      cursor: null,
      errorCode: 'DriftFound',
      errorMessage: 'Found 1 difference',
    });

    await ctx.data.update(StockLevels, 'mug', { held: 1 });
    ctx.clock.advance(1);
    const sound = await runProcess(ctx, processOf('store-audit'), { trigger: 'manual' });
    expect(sound?.status).toBe('succeeded');
    expect((await lastRunOf(ctx, 'store-audit'))?.data).toMatchObject({ errorCode: null, errorMessage: null });
  });

  it('fails when the gateway’s statement differs from the books', async () => {
    const shop = await cardShop();
    const { orderReference } = await startAtGateway(shop);
    shop.gateway.say(orderReference, 'Approved');
    shop.ctx.clock.advance(DAY_MS); // a recent payment is not a difference yet

    const run = await runProcess(shop.ctx, processOf('gateway-statement'), { trigger: 'manual' });

    expect(run?.status).toBe('failed');
    expect(await compareStatement(shop.ctx)).toMatchObject({ found: 1 });
  });
});
