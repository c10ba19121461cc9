/** The purposes of a model. `agent` answers shoppers on a product's page. */
export const modelPurposes = ['classify', 'draft', 'agent'] as const;
export type ModelPurpose = (typeof modelPurposes)[number];

/** The tunnel's channel for events between processes that belong to no other channel. */
export const CONTROL_CHANNEL = 'control';

/** The states of an order. The shop changes them. Payments and replies to mail show them. */
export const orderStatuses = ['new', 'paid', 'processing', 'shipped', 'completed', 'canceled'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** The state of a payment request in a conversation. Only time leads to `expired`, only its order to `refunded`. */
export const requestStatuses = ['open', 'paid', 'canceled', 'declined', 'expired', 'refunded'] as const;
export type RequestStatus = (typeof requestStatuses)[number];
