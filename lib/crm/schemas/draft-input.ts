import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { cursorText, pageLimit } from '#lib/core/paging.ts';
import { MAX_DRAFT_BODY, MAX_UNDO_SECONDS } from '#lib/crm/limits.ts';
import { emailDraft, emailDraftView } from './draft.ts';
import { emailThread } from './thread.ts';

const bodyText = z
  .string()
  .max(MAX_DRAFT_BODY)
  .refine((text) => text.trim() !== '', 'must not be empty');
/** The pattern comes before `trim`, because `trim` would hide a line break at the end. */
const oneLine = z
  .string()
  .regex(/^\P{Cc}*$/u, 'must be a single line')
  .trim()
  .min(1);
const subjectText = oneLine.max(500);
const version = emailDraft.shape.version;

export const createDraftInput = z.union(
  [z.strictObject({ body: bodyText }), z.strictObject({ generate: z.literal(true) })],
  'must have either body or generate: true',
);
export type CreateDraftInput = z.infer<typeof createDraftInput>;

export const editDraftInput = z
  .strictObject({ body: bodyText.optional(), subject: subjectText.optional(), version })
  .refine(({ body, subject }) => body !== undefined || subject !== undefined, 'must have a body or a subject');
export type EditDraftInput = z.infer<typeof editDraftInput>;

export const approveDraftInput = z.strictObject({ version: version.optional() });
export type ApproveDraftInput = z.infer<typeof approveDraftInput>;

export const rejectDraftInput = z.strictObject({ reason: z.string().trim().max(1000).optional() });
export type RejectDraftInput = z.infer<typeof rejectDraftInput>;

export const sendDraftInput = z.strictObject({
  /** Exactly one plain address. It replaces the address of the mail being answered. */
  toEmail: oneLine.max(320).optional(),
  subject: subjectText.optional(),
  /** The version that the sender has read. A send of another one is refused. */
  version: version.optional(),
  /** Sends after this many seconds, unless the send is cancelled before. */
  undoSeconds: z.int().min(1).max(MAX_UNDO_SECONDS).optional(),
});
export type SendDraftInput = z.infer<typeof sendDraftInput>;

export const resolveDraftInput = z.strictObject({ outcome: z.enum(['sent', 'not_sent']) });
export type ResolveDraftInput = z.infer<typeof resolveDraftInput>;

export const draftAnswer = z.object({ success: z.literal(true), draft: emailDraftView });

export const draftSent = z.object({
  success: z.literal(true),
  /** With its angle brackets. Null while the mail is held back. */
  messageId: z.string().nullable(),
  status: z.enum(['sent', 'scheduled']),
  /** True when the draft was already sent and this call sent nothing. */
  replay: z.boolean(),
  /** When a held-back mail will be sent. */
  sendAt: emailDraft.shape.sendAt,
});
export type DraftSent = z.infer<typeof draftSent>;

export const draftsQuery = z.object({ limit: pageLimit(50, 100), cursor: cursorText.optional() });
export type DraftsQuery = z.infer<typeof draftsQuery>;

export const pendingDraft = emailDraftView
  .extend({
    thread: emailThread
      .pick({ subject: true, contact: true, sourceChannel: true, status: true })
      .extend({ id: idText }),
  })
  .meta({ id: 'PendingEmailDraft' });
export type PendingDraft = z.infer<typeof pendingDraft>;
export const draftPage = z.object({ drafts: z.array(pendingDraft), nextCursor: z.string().nullable() });
export type DraftPage = z.infer<typeof draftPage>;
