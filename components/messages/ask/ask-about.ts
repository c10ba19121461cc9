import type { CreateConversation } from '#lib/messaging/schemas/conversation-input.ts';

type Seller = { readonly vendorId: string; readonly userId: string };

/** Returns the conversation between a shopper and a seller about a product. */
export const askAboutProduct = (
  { vendorId, userId }: Seller,
  { id, title }: { readonly id: string; readonly title: string },
): CreateConversation => ({
  type: 'product',
  participantIds: [userId],
  metadata: { productId: id, productName: title.slice(0, 300), subject: title.slice(0, 300), vendorId },
});

/**
 * Returns the conversation between a buyer and one seller of an order. `subject` names the order in the buyer's
 * language.
 */
export const askAboutOrder = (
  { vendorId, userId }: Seller,
  { id, number }: { readonly id: string; readonly number: string },
  subject: string,
): CreateConversation => ({
  type: 'entity',
  participantIds: [userId],
  metadata: { entityId: id, kind: 'order', orderNumber: number, subject, vendorId },
});

/** Returns the conversation between a shopper and a seller about their shop. */
export const askTheSeller = ({ vendorId, userId, name }: Seller & { readonly name: string }): CreateConversation => ({
  type: 'entity',
  participantIds: [userId],
  metadata: { entityId: vendorId, kind: 'vendor', subject: name, vendorId },
});
