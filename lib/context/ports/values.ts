/** What a model is asked for; `agent` answers shoppers on a product's page. */
export const modelPurposes = ['classify', 'draft', 'agent'] as const;
export type ModelPurpose = (typeof modelPurposes)[number];

/** The tunnel's channel for events between processes that belong to no other channel. */
export const CONTROL_CHANNEL = 'control';

/** The life of an order. The shop moves it; payments and replies to mail show it. */
export const orderStatuses = ['new', 'paid', 'processing', 'shipped', 'completed', 'canceled'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** How a payment request in a conversation stands. `expired` is reached by time alone, `refunded` by its order. */
export const requestStatuses = ['open', 'paid', 'canceled', 'declined', 'expired', 'refunded'] as const;
export type RequestStatus = (typeof requestStatuses)[number];
