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

/** What the admins of the platform are told of. */
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

/** So far the tabs of the inbox count; beyond it they say "more", so that a page costs the same however full the inbox. */
export const MOST_COUNTED = 499;
