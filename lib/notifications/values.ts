/** What a notification is about; preferences are kept per type. */
export const notificationTypes = ['OPPORTUNITY', 'MESSAGE', 'ENTITY', 'SYSTEM', 'WALLET'] as const;
export type NotificationType = (typeof notificationTypes)[number];

export const notificationPriorities = ['low', 'normal', 'high', 'urgent'] as const;
export type NotificationPriority = (typeof notificationPriorities)[number];

export const notificationStatuses = ['unread', 'read', 'archived'] as const;
export type NotificationStatus = (typeof notificationStatuses)[number];

/** Why a row is out of the list: its owner, its time, their preferences, or ninety days after reading. */
export const archiveReasons = ['user', 'expired', 'suppressed', 'age'] as const;
export type ArchiveReason = (typeof archiveReasons)[number];

/** Ways out of the page that a person switches on and off. No SMS provider exists: that switch is kept and has no effect. */
export const outwardChannels = ['push', 'email'] as const;
export type OutwardChannel = (typeof outwardChannels)[number];

/** How often mail of all but urgent news goes out, and push of what is not important. */
export const frequencies = ['immediate', 'hourly', 'daily', 'weekly'] as const;
export type Frequency = (typeof frequencies)[number];

export const deferReasons = ['quiet_hours', 'digest'] as const;
export type DeferReason = (typeof deferReasons)[number];

/** What goes out to an address; open pages are told by the tunnel, which counts them and keeps no row of each. */
export const deliveryChannels = outwardChannels;
export type DeliveryChannel = (typeof deliveryChannels)[number];
export const deliveryProviders = ['webpush', 'fcm', 'smtp'] as const;

/**
 * How far a delivery has come. What waits for a digest or the end of quiet hours has none yet; its notification's plan says
 * so. `unknown`: it may have happened, and no program repeats it.
 */
export const deliveryStatuses = ['queued', 'sending', 'sent', 'failed', 'expired', 'unknown', 'not_sent'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** Why something is not sent at all. */
export const notSentReasons = [
  'type_disabled',
  'channel_disabled',
  'no_device',
  'read_first',
  'blocked',
  'muted',
  'channel_unavailable',
  'superseded',
] as const;
export type NotSentReason = (typeof notSentReasons)[number];

export const jobStates = ['running', 'done'] as const;

export const TITLE_MAX = 200;
export const MESSAGE_MAX = 2_000;
export const DATA_MAX_BYTES = 4_096;
export const COLLAPSE_KEY_MAX = 160;
export const BULK_MAX = 5_000;
