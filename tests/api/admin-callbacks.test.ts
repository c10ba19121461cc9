import { describe, expect, it } from 'vitest';
import { POST as retry } from '#app/api/admin/payments/callbacks/[id]/retry/route.ts';
import { AuditLog } from '#lib/audit/collections.ts';
import { installRuntime } from '#lib/context/runtime.ts';
import { paymentRequests } from '#lib/messaging/cards/payment-requests.ts';
import { auditMoney } from '#lib/payments/audit/audit.ts';
import { drainCallbacks } from '#lib/payments/cards/receive-callback.ts';
import { Callbacks, PaymentTransactions } from '#lib/payments/collections.ts';
import type { CallbackRow } from '#lib/payments/schemas/callback.ts';
import { storeOrderHandler } from '#lib/store/orders/paid-handler.ts';
import { saidOf, testCallback } from '#tests/support/attempts.ts';
import { call } from '#tests/support/call.ts';
import { cardShop, startAtGateway, stored } from '#tests/support/card.ts';
import { asUser } from '#tests/support/context.ts';
import { everyRow, readMoney } from '#tests/support/world.ts';

const ID = 'callback-1';

/** Opens a shop with a card payment that its gateway approved and that could not be applied. */
async function stuckShop(patch: Partial<CallbackRow> = {}) {
  const shop = await cardShop();
  installRuntime(shop.ctx);
  const admin = await asUser(shop.ctx, { role: 'admin' });
  const row = await startAtGateway(shop);
  shop.gateway.say(row.orderReference, 'Approved');
  const at = shop.ctx.now().toISOString();
  await shop.ctx.data.set(
    Callbacks,
    ID,
    testCallback({
      orderReference: row.orderReference,
      evidence: saidOf(row, 'Approved', { inboxId: ID }),
      state: 'poison',
      tries: 10,
      receivedAt: at,
      updatedAt: at,
      ...patch,
    }),
  );
  const press = (id = ID) => call(retry, { as: admin, params: { id }, method: 'POST' });
  const inbox = async () => (await shop.ctx.data.need(Callbacks, ID)).data;
  const acts = async () =>
    (await everyRow(shop.ctx.data, AuditLog)).filter(({ data }) => data.action === 'callback.retried');
  return { ...shop, admin, row, press, inbox, acts };
}
type Shop = Awaited<ReturnType<typeof stuckShop>>;

/** Replaces the order handler with one that fails on every payment. */
const breakPaying = ({ ctx }: Shop) =>
  installRuntime({
    ...ctx,
    purposes: {
      ...ctx.purposes,
      store_order: {
        ...storeOrderHandler(paymentRequests),
        paid: () => {
          throw new Error('a bug');
        },
      },
    },
  });

describe('POST /api/admin/payments/callbacks/{id}/retry', () => {
  it('applies a callback that was given up and writes an audit entry', async () => {
    const shop = await stuckShop();

    const reply = await shop.press();

    expect(reply).toMatchObject({
      status: 200,
      body: { success: true, retried: true, callback: { id: ID, state: 'applied' } },
    });
    expect(reply.text).not.toContain('raw');
    expect(await stored(shop, shop.row)).toMatchObject({ status: 'paid' });
    expect(await shop.acts()).toMatchObject([{ data: { targetId: ID, result: 'ok', before: { state: 'poison' } } }]);
    expect(auditMoney(await readMoney(shop.ctx.data))).toEqual([]);
  });

  it('applies a callback once for repeated and concurrent calls', async () => {
    const shop = await stuckShop();

    const replies = await Promise.all([1, 2, 3].map(() => shop.press()));
    const again = await shop.press();

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(replies.filter(({ body }) => body.retried)).toHaveLength(1);
    expect(again).toMatchObject({ status: 200, body: { retried: false, callback: { state: 'applied' } } });
    expect(await shop.acts()).toHaveLength(1);
    expect(auditMoney(await readMoney(shop.ctx.data))).toEqual([]);
  });

  it('gives a callback up again when it still fails, and applies it later when the cause is gone', async () => {
    const shop = await stuckShop();
    breakPaying(shop);

    expect(await shop.press()).toMatchObject({
      status: 200,
      body: { retried: true, callback: { state: 'poison', tries: 11 } },
    });
    expect(await stored(shop, shop.row)).toMatchObject({ status: 'pending' });

    installRuntime(shop.ctx);
    expect(await shop.press()).toMatchObject({ status: 200, body: { callback: { state: 'applied' } } });
  });

  it('leaves a callback pending while the gateway cannot confirm it, and the drain applies it later', async () => {
    const shop = await stuckShop();
    const closed = { status: 'expired', closedAt: shop.ctx.now().toISOString() } as const;
    await shop.ctx.data.update(PaymentTransactions, shop.row.orderReference, closed);
    shop.gateway.down = true;

    expect(await shop.press()).toMatchObject({ status: 503, body: { details: { code: 'GatewayUnavailable' } } });
    expect(await shop.inbox()).toMatchObject({ state: 'received', tries: 10 });

    shop.gateway.down = false;
    shop.ctx.clock.advance(60_000);
    await drainCallbacks(shop.ctx);
    expect(await shop.inbox()).toMatchObject({ state: 'applied' });
    expect(await stored(shop, shop.row)).toMatchObject({ status: 'paid' });
  });

  it.each(['orphan', 'applied', 'ignored', 'received'] as const)(
    'leaves a callback in state %s unchanged',
    async (state) => {
      const shop = await stuckShop({ state });

      expect(await shop.press()).toMatchObject({ status: 200, body: { retried: false, callback: { state } } });
      expect(await shop.acts()).toEqual([]);
      expect(await stored(shop, shop.row)).toMatchObject({ status: 'pending' });
    },
  );

  it('responds with 404 for an unknown callback', async () => {
    const shop = await stuckShop();

    expect((await shop.press('none')).status).toBe(404);
  });
});
