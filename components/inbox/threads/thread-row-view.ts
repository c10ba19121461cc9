import type { EmailThreadRecord } from '#lib/crm/schemas/thread.ts';
import { CLEARED_PREVIEW } from '#lib/crm/threads/values.ts';

/** The fields of a thread that a list row needs. Other fields stay on the server. */
export type ThreadRowView = Pick<
  EmailThreadRecord,
  | 'id'
  | 'status'
  | 'subject'
  | 'contact'
  | 'preview'
  | 'sourceChannelName'
  | 'unreadCount'
  | 'messageCount'
  | 'lastMessageAt'
  | 'intent'
  | 'sentiment'
  | 'urgency'
  | 'activeDraftStatus'
  | 'openTaskCount'
  | 'hasAttachments'
  | 'flags'
  | 'version'
> & {
  readonly hasOverdueTask: boolean;
  /** True when the texts were deleted after the retention period. */
  readonly isCleared: boolean;
};

export const threadRowOf = (thread: EmailThreadRecord, overdue: ReadonlySet<string>): ThreadRowView => ({
  id: thread.id,
  status: thread.status,
  subject: thread.subject,
  contact: thread.contact,
  preview: thread.preview,
  sourceChannelName: thread.sourceChannelName,
  unreadCount: thread.unreadCount,
  messageCount: thread.messageCount,
  lastMessageAt: thread.lastMessageAt,
  intent: thread.intent,
  sentiment: thread.sentiment,
  urgency: thread.urgency,
  activeDraftStatus: thread.activeDraftStatus,
  openTaskCount: thread.openTaskCount,
  hasAttachments: thread.hasAttachments,
  flags: thread.flags,
  version: thread.version,
  isCleared: thread.preview === CLEARED_PREVIEW,
  hasOverdueTask: overdue.has(thread.id),
});
