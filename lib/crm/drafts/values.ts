export const draftStatuses = [
  'pending',
  'approved',
  'sending',
  'sent',
  'failed',
  'send_unknown',
  'rejected',
  'superseded',
] as const;
export type DraftStatus = (typeof draftStatuses)[number];

/** A thread has one draft in these states at most. */
export const activeDraftStatuses = [
  'pending',
  'approved',
  'sending',
  'failed',
] as const satisfies readonly DraftStatus[];

export const draftSources = ['ai', 'template', 'manual'] as const;
export type DraftSource = (typeof draftSources)[number];
