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

/** A thread has at most one draft in these states. */
export const activeDraftStatuses = [
  'pending',
  'approved',
  'sending',
  'failed',
] as const satisfies readonly DraftStatus[];

export const draftSources = ['ai', 'template', 'manual'] as const;
export type DraftSource = (typeof draftSources)[number];
