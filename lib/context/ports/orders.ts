import type { OrderStatus } from './values.ts';

/** The facts of an order that a reply may mention. */
export type OrderFacts = {
  readonly number: string;
  readonly status: OrderStatus;
  /** In major units, such as "1547.36". */
  readonly amount: string;
  readonly currency: string;
  readonly trackingUrl: string | null;
};

/** Looks up orders of the shop, only the sender's own. Another user's order counts as missing. */
export interface CustomerOrders {
  /**
   * Returns the order with this number when it belongs to the sender. Without a number, returns their only recent
   * order.
   */
  find(ask: { readonly email: string; readonly number: string | null }): Promise<OrderFacts | null>;
}
