import type { Reader } from '#lib/data/store.ts';
import type { RequestStatus } from './values.ts';

/** A payment request of a conversation as the shop reads it, to make an order of it. */
export type AskedPayment = {
  readonly senderId: string;
  readonly participantIds: readonly string[];
  readonly amountMinor: number;
  readonly currency: string;
  readonly purpose: string | null;
  /** The order it asks the payment of, where it names one itself. */
  readonly orderId: string | null;
  /** The seller it was sent by, as they stood then. */
  readonly vendorId: string | null;
  readonly status: RequestStatus;
};

/** What messaging says to the shop. */
export interface PaymentRequests {
  /** Null where there is none, or it is gone. Never asks who is calling. */
  find(reader: Reader, messageId: string, now: Date): Promise<AskedPayment | null>;
}

/** The order that keeps others from paying a request. */
export type RequestOrder = {
  readonly orderId: string;
  readonly number: string;
  readonly buyerId: string;
  readonly state: 'unpaid' | 'paid' | 'refunded';
};

/** What the shop says to messaging. */
export interface RequestShop {
  /** The approved seller a person is; null for anybody else. */
  sellerOf(reader: Reader, userId: string): Promise<string | null>;
  /** Null where a request has no order, or none that stands: one that was canceled unpaid does not. */
  orderOf(reader: Reader, messageId: string): Promise<RequestOrder | null>;
}
