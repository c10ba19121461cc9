import { beforeEach, describe, expect, it } from 'vitest';
import { POST as ask } from '#app/api/account/orders/[id]/cancel-request/route.ts';
import { POST as answer } from '#app/api/vendor/orders/[id]/cancel-request/route.ts';
import { POST as ship } from '#app/api/vendor/orders/[id]/ship/route.ts';
import { HOUR_MS } from '#lib/core/time.ts';
import { Notifications } from '#lib/notifications/collections.ts';
import { auditMoney } from '#lib/payments/audit/audit.ts';
import { auditOrders } from '#lib/store/audit/order.ts';
import { auditStock } from '#lib/store/audit/stock.ts';
import { completeOrders } from '#lib/store/orders/order-completion.ts';
import { call } from '#tests/support/call.ts';
import { buyOfBoth, orderOf, partOf, RIVAL_ID, type SharedShop, sharedShop } from '#tests/support/shared-order.ts';
import { asSuperadmin } from '#tests/support/staff.ts';
import { everyRow, readWorld } from '#tests/support/world.ts';

type Person = SharedShop['potter'];
let shop: SharedShop;
let id: string;

beforeEach(async () => {
  shop = await sharedShop();
  id = await buyOfBoth(shop.buyer);
});

const request = (as: Person, body: object = { vendorId: RIVAL_ID, reason: 'I found another vase' }) =>
  call(ask, { as, params: { id }, body });
const reply = (as: Person, body: object) => call(answer, { as, params: { id }, body });
const codeOf = ({ status, body }: { status: number; body: { details?: { code?: string } | undefined } }) => [
  status,
  body.details?.code,
];
const told = async (person: Person) => {
  await shop.buyer.drain();
  const rows = await everyRow(shop.buyer.data, Notifications);
  return rows.filter(({ data }) => data.userId === person.user.id).map(({ data }) => data.source.split(':')[0]);
};
async function findings() {
  const world = await readWorld(shop.buyer.data);
  return [...auditStock(world), ...auditOrders(world), ...auditMoney(world)];
}

describe('POST /api/account/orders/{id}/cancel-request', () => {
  it('asks the seller once, and repeats the same response', async () => {
    const [first, second] = [await request(shop.buyer), await request(shop.buyer)];

    const part = first.body.order.parts.find(({ vendorId }) => vendorId === RIVAL_ID);
    expect(part?.cancelRequest).toMatchObject({ state: 'open', reason: 'I found another vase', answer: null });
    expect(second.text).toBe(first.text);
    expect(await told(shop.rival)).toContain('order.cancel_requested');
    expect(await told(shop.potter)).not.toContain('order.cancel_requested');
  });

  it('responds with 409 to a shipped part, with 404 to another part or person, and with 400 without a reason', async () => {
    await call(ship, { as: shop.rival, params: { id }, body: {} });

    expect(codeOf(await request(shop.buyer))).toEqual([409, 'InvalidTransition']);
    expect((await request(shop.buyer, { vendorId: 'vnd_other', reason: 'Too late' })).status).toBe(404);
    expect((await request(shop.rival)).status).toBe(404);
    expect((await request(shop.buyer, { vendorId: RIVAL_ID, reason: '' })).status).toBe(400);
  });
});

describe('POST /api/vendor/orders/{id}/cancel-request', () => {
  it('refuses the part and returns its money when the seller accepts, once', async () => {
    await request(shop.buyer);

    const [first, second] = [await reply(shop.rival, { accept: true }), await reply(shop.rival, { accept: true })];

    expect(first.body.order.part).toMatchObject({
      state: 'refused',
      refusal: { code: 'buyer_request' },
      cancelRequest: { state: 'accepted' },
      refund: { state: 'done', amountMinor: 10_000 },
    });
    expect(second.text).toBe(first.text);
    expect(await findings()).toEqual([]);
  });

  it('closes the request and tells the buyer when the seller declines, and no second request follows', async () => {
    await request(shop.buyer);

    const declined = await reply(shop.rival, { accept: false, answer: 'It is packed already' });
    const again = await request(shop.buyer);

    expect(declined.body.order.part).toMatchObject({
      state: 'pending',
      cancelRequest: { state: 'declined', answer: 'It is packed already' },
    });
    expect(again.body.order.parts.map(({ cancelRequest }) => cancelRequest?.state)).toEqual([undefined, 'declined']);
    expect(codeOf(await reply(shop.rival, { accept: true }))).toEqual([409, 'InvalidTransition']);
    expect(await told(shop.buyer)).toContain('order.cancel_declined');
    expect(await findings()).toEqual([]);
  });

  it('is closed by shipping the part', async () => {
    await request(shop.buyer);
    await call(ship, { as: shop.rival, params: { id }, body: {} });

    expect((await partOf(shop.buyer, id, RIVAL_ID)).cancelRequest?.state).toBe('declined');
    expect((await orderOf(shop.buyer, id)).nextPartDueAt).not.toBeNull();
  });

  it('has one outcome when it is accepted and the part is shipped at the same moment', async () => {
    await request(shop.buyer);

    const replies = await Promise.all([
      reply(shop.rival, { accept: true }),
      call(ship, { as: shop.rival, params: { id }, body: {} }),
    ]);

    expect(replies.map(({ status }) => String(status)).sort()).toEqual(['200', '409']);
    expect(await findings()).toEqual([]);
  });

  it('responds with 409 where nobody has asked, and with 404 to another seller’s part', async () => {
    expect(codeOf(await reply(shop.rival, { accept: true }))).toEqual([409, 'InvalidTransition']);
    expect((await reply(shop.buyer, { accept: true })).status).toBe(403);
    expect((await reply(shop.rival, { accept: 'yes' })).status).toBe(400);
  });
});

describe('a cancel request without an answer', () => {
  it('reminds the seller once after 72 hours, and tells the superadmins', async () => {
    const chief = await asSuperadmin(shop.buyer);
    await request(shop.buyer);
    const remind = async (hours: number) => {
      shop.buyer.clock.advance(hours * HOUR_MS);
      await completeOrders(shop.buyer);
    };

    await remind(71);
    expect(await told(shop.rival)).not.toContain('order.cancel_reminder');
    await remind(2);
    await remind(100);

    expect((await told(shop.rival)).filter((source) => source === 'order.cancel_reminder')).toHaveLength(1);
    expect(await told(chief)).toContain('order.cancel_reminder');
    expect((await partOf(shop.buyer, id, RIVAL_ID)).cancelRequest?.state).toBe('open');
    expect(await findings()).toEqual([]);
  });
});
