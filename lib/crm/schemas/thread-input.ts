import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { cursorText, pageLimit } from '#lib/core/paging.ts';
import { threadStatuses } from '#lib/crm/threads/values.ts';
import { emailDraftView } from './draft.ts';
import { emailMessageView } from './message.ts';
import { emailTaskView } from './task.ts';
import { emailThreadRecord } from './thread.ts';

export const threadsQuery = z.object({
  status: z.enum(threadStatuses).optional(),
  /** The id or the name of a channel. Case is ignored. */
  sourceChannel: z.string().max(200).optional(),
  q: z.string().max(200).optional(),
  limit: pageLimit(50, 100),
  cursor: cursorText.optional(),
});
export type ThreadsQuery = z.infer<typeof threadsQuery>;

export const threadPage = z.object({ threads: z.array(emailThreadRecord), nextCursor: z.string().nullable() });
export type ThreadPage = z.infer<typeof threadPage>;

export const changeThread = z.strictObject({
  id: idText,
  status: z.enum(threadStatuses),
  /** The version the caller has seen. A thread with another version is not changed. */
  version: z.int().positive().optional(),
});
export type ChangeThread = z.infer<typeof changeThread>;

export const threadAnswer = z.object({ success: z.literal(true), thread: emailThreadRecord });

export const threadDetailQuery = z.object({ before: cursorText.optional() });
export const threadDetail = z.object({
  thread: emailThreadRecord,
  /** Oldest first. The page holds the newest hundred messages, or the hundred before a cursor. */
  messages: z.array(emailMessageView),
  /** The cursor of the messages before this page. Null when there are none. */
  before: z.string().nullable(),
  drafts: z.array(emailDraftView),
  tasks: z.array(emailTaskView),
});
export type ThreadDetail = z.infer<typeof threadDetail>;
