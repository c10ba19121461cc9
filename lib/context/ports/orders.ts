import type { OrderStatus } from './values.ts';

/** An order as a reply may speak of it. */
export type OrderFacts = {
  readonly number: string;
  readonly status: OrderStatus;
  /** In major units, such as "1547.36". */
  readonly amount: string;
  readonly currency: string;
  readonly trackingUrl: string | null;
};

/** Looks up orders of the shop. Only the sender's own: another person's order is as good as none. */
export interface CustomerOrders {
  /** The order with this number when it is the sender's; without a number, their only order of late. */
  find(ask: { readonly email: string; readonly number: string | null }): Promise<OrderFacts | null>;
}
