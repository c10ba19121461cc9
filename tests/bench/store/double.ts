import { randomUUID } from 'node:crypto';
import type { Client } from '#tests/support/http-client.ts';
import { payByCredit, placeOrder, saveCart } from '#tests/support/purchase.ts';
import type { Report } from './report.ts';
import type { World } from './world.ts';

/**
 * Submits one order several times at once, then pays it several times at once: there must be one order and one capture.
 */
export async function runDouble(world: World, clients: readonly Client[], report: Report) {
  const at = (place: number) => clients[place % clients.length] as Client;
  for (const withKey of [true, false]) {
    for (const times of [2, 3, 10]) {
      const buyer = world.nextBuyer();
      const before = await world.ordersAndCaptures(buyer.userId);
      await saveCart(at(0), buyer, [{ id: world.nextProduct(), qty: 1 }]);
      const key = withKey ? randomUUID() : null;
      const replies = await Promise.all(Array.from({ length: times }, (_, place) => placeOrder(at(place), buyer, key)));
      const ids = new Set(
        replies
          .filter(({ status }) => status < 300)
          .map(({ body }) => (JSON.parse(body) as { order: { id: string } }).order.id),
      );
      const [orderId = ''] = ids;
      const payments = await Promise.all(
        Array.from({ length: times }, (_, place) => payByCredit(at(place), buyer, orderId)),
      );
      const paid = payments.filter(({ status }) => status === 200).length;
      const after = await world.ordersAndCaptures(buyer.userId);
      const [orders, captures] = [after.orders - before.orders, after.captures - before.captures];
      const replays = replies.filter(({ headers }) => headers['idempotent-replayed'] === 'true').length;
      const strange = [...replies, ...payments].filter(({ status }) => status >= 500).length;
      const fine = ids.size === 1 && orders === 1 && captures === 1 && paid >= 1 && strange === 0;
      report.line(
        `double ${withKey ? 'same-key' : 'no-key'} x${times}`,
        `orders=${orders} captures=${captures} replays=${replays} answers=${replies.map(({ status }) => status).join(',')} 5xx=${strange}`,
        fine ? 'PASS' : 'FAIL',
      );
    }
  }
}
