import { z } from 'zod';
import { isoTime } from '#lib/core/time.ts';
import { emailContactView } from './contact.ts';
import { emailDraftView } from './draft.ts';
import { emailMessageView } from './message.ts';
import { emailTaskView } from './task.ts';
import { emailThreadRecord } from './thread.ts';

export const contactExport = z.object({
  exportedAt: isoTime,
  contact: emailContactView,
  threads: z.array(emailThreadRecord),
  messages: z.array(emailMessageView),
  drafts: z.array(emailDraftView),
  tasks: z.array(emailTaskView),
});
export type ContactExport = z.infer<typeof contactExport>;
