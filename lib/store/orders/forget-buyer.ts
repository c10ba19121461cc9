import type { Order } from '#lib/store/schemas/order.ts';

const nobody: Order['contact'] = { name: '', email: '', phone: '' };
const nowhere: Omit<Order['delivery'], 'method'> = { country: '', city: '', address: '', postalCode: '', comment: '' };

/**
 * An order that nobody has paid, without what its buyer wrote into it; null where nothing is to be taken out. A paid one
 * stays whole: it is the record of a sale, and its document names who bought (decisions/0026).
 */
export function withoutBuyer(order: Order): Order | null {
  const { method, ...place } = order.delivery;
  const words = [order.note, ...Object.values(order.contact), ...Object.values(place)];
  if (order.paidAt !== null || words.every((word) => word === '')) return null;
  return { ...order, contact: nobody, delivery: { method, ...nowhere }, note: '' };
}
