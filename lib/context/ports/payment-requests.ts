import type { Reader } from '#lib/data/store.ts';
import type { RequestStatus } from './values.ts';

/** A payment request of a conversation as the shop reads it to create an order. */
export type AskedPayment = {
  readonly senderId: string;
  readonly participantIds: readonly string[];
  readonly amountMinor: number;
  readonly currency: string;
  readonly purpose: string | null;
  /** The order whose payment it requests, if it names one. */
  readonly orderId: string | null;
  /** The seller that the sender was at that time. */
  readonly vendorId: string | null;
  readonly status: RequestStatus;
};

/** The functions of messaging for the shop. */
export interface PaymentRequests {
  /** Returns null when there is none or it is deleted. Does not check the caller. */
  find(reader: Reader, messageId: string, now: Date): Promise<AskedPayment | null>;
}

/** The order that blocks others from paying a request. */
export type RequestOrder = {
  readonly orderId: string;
  readonly number: string;
  readonly buyerId: string;
  readonly state: 'unpaid' | 'paid' | 'refunded';
};

/** The functions of the shop for messaging. */
export interface RequestShop {
  /** Returns the approved seller of a user, or null. */
  sellerOf(reader: Reader, userId: string): Promise<string | null>;
  /** Returns null when a request has no active order. An order canceled unpaid is not active. */
  orderOf(reader: Reader, messageId: string): Promise<RequestOrder | null>;
}
