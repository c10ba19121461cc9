/** The subject of a notification. Preferences are saved per type. */
export const notificationTypes = ['OPPORTUNITY', 'MESSAGE', 'ENTITY', 'SYSTEM', 'WALLET'] as const;
export type NotificationType = (typeof notificationTypes)[number];

export const notificationPriorities = ['low', 'normal', 'high', 'urgent'] as const;
export type NotificationPriority = (typeof notificationPriorities)[number];

export const notificationStatuses = ['unread', 'read', 'archived'] as const;
export type NotificationStatus = (typeof notificationStatuses)[number];

/** Why a row was archived: by its owner, by expiry, by preferences, or ninety days after reading. */
export const archiveReasons = ['user', 'expired', 'suppressed', 'age'] as const;
export type ArchiveReason = (typeof archiveReasons)[number];

/**
 * The channels outside the page that a user can switch on and off. No SMS provider exists: that switch is saved without
 * effect.
 */
export const outwardChannels = ['push', 'email'] as const;
export type OutwardChannel = (typeof outwardChannels)[number];

/** How often email of non-urgent notifications is sent, and push of notifications below high priority. */
export const frequencies = ['immediate', 'hourly', 'daily', 'weekly'] as const;
export type Frequency = (typeof frequencies)[number];

export const deferReasons = ['quiet_hours', 'digest'] as const;
export type DeferReason = (typeof deferReasons)[number];

/** The channels with delivery rows. Open pages get events through the tunnel, which only counts them. */
export const deliveryChannels = outwardChannels;
export type DeliveryChannel = (typeof deliveryChannels)[number];
export const deliveryProviders = ['webpush', 'fcm', 'smtp'] as const;

/**
 * The state of a delivery. A notification that waits for a digest or for the end of quiet hours has no delivery yet;
 * its plan holds the reason. `unknown`: the send may have succeeded, and no program repeats it.
 */
export const deliveryStatuses = ['queued', 'sending', 'sent', 'failed', 'expired', 'unknown', 'not_sent'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** Why a notification is not sent at all. */
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
