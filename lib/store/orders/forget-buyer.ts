import type { Order } from '#lib/store/schemas/order.ts';

const nobody: Order['contact'] = { name: '', email: '', phone: '' };
const nowhere: Omit<Order['delivery'], 'method'> = { country: '', city: '', address: '', postalCode: '', comment: '' };

/**
 * Returns an unpaid order without the buyer's personal data; null when there is nothing to remove. A paid order stays
 * whole: it is the record of a sale, and its document names the buyer (decisions/0026).
 */
export function withoutBuyer(order: Order): Order | null {
  const { method, ...place } = order.delivery;
  const points = order.parts.map(({ delivery }) => delivery?.point ?? '');
  const words = [order.note, ...Object.values(order.contact), ...Object.values(place), ...points];
  if (order.paidAt !== null || words.every((word) => word === '')) return null;
  return {
    ...order,
    contact: nobody,
    delivery: { method, ...nowhere },
    parts: order.parts.map((part) => ({ ...part, delivery: part.delivery && { ...part.delivery, point: null } })),
    note: '',
  };
}
