export const directions = ['inbound', 'outbound'] as const;
export type Direction = (typeof directions)[number];

/** The way a message came or went; `external`: written by staff in another mail program. */
export const messageVias = ['imap', 'webhook', 'smtp', 'external'] as const;
export type MessageVia = (typeof messageVias)[number];

/** How far an outbound message has come. */
export const deliveryStatuses = ['sending', 'sent', 'delivered', 'delayed', 'bounced', 'failed', 'unknown'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];
