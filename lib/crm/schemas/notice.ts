import { z } from 'zod';
import { isoTime } from '#lib/core/time.ts';
import { noticeKinds } from '#lib/crm/values.ts';

/** Something of the inbox that admins are told of once; the id is a hash of its cause. */
export const emailNotice = z.object({
  kind: z.enum(noticeKinds),
  channelId: z.string().max(60),
  /** What it is about: a thread, a message, a draft, a dead letter; the channel itself where it is about many. */
  subjectId: z.string().max(128),
  count: z.int().positive(),
  createdAt: isoTime,
  expiresAt: isoTime,
});
export type EmailNotice = z.infer<typeof emailNotice>;
