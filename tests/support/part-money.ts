import type { UserContext } from '#lib/context/context.ts';
import { applyPaymentResult } from '#lib/payments/attempts/apply-result.ts';
import { auditMoney } from '#lib/payments/audit/audit.ts';
import type { Finding } from '#lib/payments/audit/findings.ts';
import { creditOf } from '#lib/payments/credit/credit.ts';
import { auditOrders } from '#lib/store/audit/order.ts';
import { auditStock } from '#lib/store/audit/stock.ts';
import { saidOf } from './attempts.ts';
import type { Overrides } from './context.ts';
import { placeOrder, startCard } from './paying.ts';
import { scriptedGateway } from './scripted-gateway.ts';
import { type SharedShop, sharedShop } from './shared-order.ts';
import { readWorld } from './world.ts';

/** Every broken rule of stock, orders and money. */
export async function soundness({ buyer }: { readonly buyer: Pick<UserContext, 'data'> }): Promise<readonly Finding[]> {
  const world = await readWorld(buyer.data);
  return [...auditStock(world), ...auditOrders(world), ...auditMoney(world)];
}

export const buyersBalance = async ({ buyer }: SharedShop): Promise<number> =>
  (await creditOf(buyer.data, buyer.user.id)).balanceMinor;

/** Opens a shop of two sellers with an order of both paid by card, and a gateway that the test controls. */
export async function cardShop(
  vars: Overrides['vars'] = { PAYMENT_CARD_REFUND: 'true' },
  units: Readonly<Record<string, number>> = { mug: 2, vase: 1 },
) {
  const bank = scriptedGateway();
  const shop = await sharedShop({ vars, cardGateway: bank.gateway });
  const { buyer } = shop;
  const { id } = await placeOrder(buyer, units);
  const attempt = await startCard(buyer, id);
  bank.hold(attempt);
  await applyPaymentResult(buyer, attempt.orderReference, saidOf(attempt, 'Approved'));
  return { shop, bank, id, reference: attempt.orderReference };
}
