export const directions = ['inbound', 'outbound'] as const;
export type Direction = (typeof directions)[number];

/** How a message arrived or was sent. `external`: staff wrote it in another mail program. */
export const messageVias = ['imap', 'webhook', 'smtp', 'external'] as const;
export type MessageVia = (typeof messageVias)[number];

/** The delivery status of an outbound message. */
export const deliveryStatuses = ['sending', 'sent', 'delivered', 'delayed', 'bounced', 'failed', 'unknown'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];
