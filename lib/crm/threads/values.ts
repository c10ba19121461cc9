export const threadStatuses = ['new', 'ongoing', 'waiting', 'resolved'] as const;
export type ThreadStatus = (typeof threadStatuses)[number];

export const threadFlags = [
  'newParticipant',
  'loopSuspected',
  'bounced',
  'complained',
  'aiFallback',
  'budgetExhausted',
] as const;
export type ThreadFlag = (typeof threadFlags)[number];

/** The preview of a thread whose texts were deleted. */
export const CLEARED_PREVIEW = 'Deleted after the retention period';

/** The events that admins are notified about. */
export const noticeKinds = [
  'new_threads',
  'bounce',
  'send_unknown',
  'send_failed',
  'channel_failing',
  'channel_refused',
  'dead_letter',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/**
 * The tabs of the inbox count up to this number. Beyond that they show "more", so that the cost of a page does not grow
 * with the inbox.
 */
export const MOST_COUNTED = 499;
