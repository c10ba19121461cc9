import { z } from 'zod';
import { user } from '#lib/auth/schemas/user.ts';
import { roles } from '#lib/context/values.ts';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';

/** An account as an administrator sees it. It is an allow-list, so that other fields of an imported row cannot leak. */
export const adminUser = user
  .omit({ emailKey: true, sessionEpoch: true, schemaVersion: true })
  .extend({ id: idText })
  .meta({ id: 'AdminUser' });
export type AdminUser = z.infer<typeof adminUser>;

export const adminUserAnswer = z.object({ user: adminUser.extend({ activeSessions: z.int().nonnegative() }) });
export type AdminUserAnswer = z.infer<typeof adminUserAnswer>;

export const changeRoleInput = z.strictObject({
  role: z.enum(roles),
  reason: z.string().max(500).optional(),
});
export const roleChanged = z.object({ success: z.literal(true), user: adminUser, previousRole: z.enum(roles) });

/** The older form of the same change. */
export const setUserRoleInput = z.strictObject({ uid: idText, role: z.enum(roles) });
export const userRoleSet = z.object({ success: z.literal(true), uid: idText, role: z.enum(roles) });

export const userDeleted = z.object({
  success: z.literal(true),
  userId: idText,
  status: z.literal('deleted'),
  purgeBy: isoTime,
});
export type UserDeleted = z.infer<typeof userDeleted>;

export const userSessionsEnded = z.object({ success: z.literal(true), ended: z.int().nonnegative() });

/** How many documents of each collection a purge has removed, or cleaned where they stay. */
export const userPurge = z.object({
  startedAt: isoTime,
  finishedAt: isoTime.nullable(),
  counts: z.record(z.string(), z.int().nonnegative()),
});
export type UserPurge = z.infer<typeof userPurge>;
