import { z } from 'zod';
import { userStatuses } from '#lib/auth/values.ts';
import { roles } from '#lib/context/values.ts';
import { idText } from '#lib/core/ids.ts';
import { plainLine } from '#lib/core/plain-text.ts';
import { isoTime, isTimeZone } from '#lib/core/time.ts';
import { locales } from '#lib/i18n/values.ts';

export const USER_SCHEMA_VERSION = 2;

export const handleText = z.string().regex(/^[a-z0-9_]{3,30}$/, 'must be 3 to 30 characters from a-z, 0-9 and _');

/** A user's account. `email` is the stored spelling that mail goes to. `emailKey` makes it unique. */
export const user = z.object({
  email: z.string(),
  emailKey: z.string(),
  name: z.string().max(80),
  handle: handleText.nullable(),
  avatarUrl: z.string().nullable(),
  bio: z.string().max(500),
  role: z.enum(roles),
  status: z.enum(userStatuses),
  restrictedReason: z.string().nullable(),
  isVerified: z.boolean(),
  verifiedAt: isoTime.nullable(),
  vendorId: idText.nullable(),
  locale: z.enum(locales),
  timezone: z.string(),
  readReceipts: z.boolean(),
  /** Other users can find this user by the exact handle. */
  findByHandle: z.boolean().default(true),
  createdAt: isoTime,
  updatedAt: isoTime,
  lastSeenAt: isoTime.nullable(),
  sessionEpoch: z.int().nonnegative(),
  schemaVersion: z.int(),
});
export type User = z.infer<typeof user>;

/** The fields of an account that its owner and the pages see. */
export const sessionUser = user
  .pick({
    email: true,
    name: true,
    handle: true,
    avatarUrl: true,
    role: true,
    status: true,
    isVerified: true,
    vendorId: true,
    locale: true,
  })
  .extend({ id: idText })
  .meta({ id: 'SessionUser' });
export type SessionUser = z.infer<typeof sessionUser>;

export const personName = plainLine(80);

/** The fields of their profile that a user may change. Missing fields stay. */
export const updateProfileInput = z.strictObject({
  name: personName.exactOptional(),
  handle: handleText.exactOptional(),
  bio: z.string().max(500).exactOptional(),
  locale: z.enum(locales).exactOptional(),
  timezone: z.string().max(60).refine(isTimeZone, 'must be a time zone such as Europe/Kyiv').exactOptional(),
  readReceipts: z.boolean().exactOptional(),
  findByHandle: z.boolean().exactOptional(),
});
export type UpdateProfile = z.output<typeof updateProfileInput>;

export const profileUpdated = z.object({ user: sessionUser });
