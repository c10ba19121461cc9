import { mayTransition } from '#lib/crm/drafts/draft-states.ts';
import type { EmailDraft } from '#lib/crm/schemas/draft.ts';
import type { EmailMessage } from '#lib/crm/schemas/message.ts';
import type { EmailTask } from '#lib/crm/schemas/task.ts';
import type { EmailThread } from '#lib/crm/schemas/thread.ts';
import { isOpen } from '#lib/crm/tasks/values.ts';

const nobody = { email: '', name: null };

/** Returns the patch that blanks a message. Only its existence, its time and its kind remain. */
export const blankMessage = (at: string): Partial<EmailMessage> => ({
  from: nobody,
  to: [],
  cc: [],
  replyTo: null,
  subject: '',
  messageId: '',
  inReplyTo: null,
  references: [],
  textPreview: '',
  textBytes: 0,
  bodyChunks: 0,
  bodyFile: false,
  hasHtml: false,
  spans: [],
  remoteImageCount: 0,
  attachments: [],
  event: null,
  unsubscribe: null,
  bounce: null,
  intent: null,
  sentiment: null,
  sentimentMilli: null,
  fingerprint: { from: '', at: null, subject: '' },
  filesKey: null,
  rawKey: null,
  rawUntil: null,
  erasedAt: at,
  updatedAt: at,
});

export const blankThread = (at: string): Partial<EmailThread> => ({
  subject: '',
  lastInboundSubject: null,
  contact: { id: null, ...nobody },
  participants: [],
  participantIds: [],
  writerIds: [],
  preview: '',
  summary: null,
  intent: null,
  sentiment: null,
  urgency: null,
  language: null,
  activeDraftId: null,
  activeDraftStatus: null,
  hasAttachments: false,
  openTaskCount: 0,
  unreadCount: 0,
  erasedAt: at,
  updatedAt: at,
});

/**
 * Returns the patch that blanks a draft. A draft that could still be sent, or whose outcome is unknown, also becomes
 * superseded.
 */
export const blankDraft = ({ status }: EmailDraft, at: string): Partial<EmailDraft> => ({
  ...((mayTransition(status, 'supersede') || mayTransition(status, 'retire')) && { status: 'superseded' as const }),
  subject: '',
  toEmail: '',
  toName: null,
  own: null,
  body: '',
  originalBody: null,
  openSlots: [],
  foreignLinks: [],
  rejectReason: null,
  lastError: null,
  nextAttemptAt: null,
  lookUntil: null,
  sendAt: null,
  updatedAt: at,
});

/** Returns the patch that blanks a task. An open task is cancelled, because its work can no longer be done. */
export const blankTask = ({ status, version }: EmailTask, at: string): Partial<EmailTask> => ({
  ...(isOpen(status) && { status: 'cancelled' as const, previousStatus: status, version: version + 1 }),
  title: '',
  description: null,
  completionNotes: null,
  updatedAt: at,
});
