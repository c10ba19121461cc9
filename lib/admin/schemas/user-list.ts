import { z } from 'zod';
import { user } from '#lib/auth/schemas/user.ts';
import type { UserStatus } from '#lib/auth/values.ts';
import { roles } from '#lib/context/values.ts';
import { idText } from '#lib/core/ids.ts';

export const userSorts = ['newest', 'oldest', 'name'] as const;
export type UserSort = (typeof userSorts)[number];

/** The states in which an account is listed. */
export const listedStatuses = ['active', 'restricted'] as const satisfies readonly UserStatus[];

/** A line of the console's list of people. */
export const userRow = user
  .pick({
    ...{ name: true, handle: true, email: true, role: true, status: true, isVerified: true },
    ...{ vendorId: true, createdAt: true, lastSeenAt: true },
  })
  .extend({ id: idText });
export type UserRow = z.infer<typeof userRow>;

/** The query keys of the console's list of people, as its address holds them. */
export const userListQuery = z.object({
  q: z.string().trim().max(120).optional(),
  role: z.enum(roles).optional(),
  status: z.enum(listedStatuses).optional(),
  verified: z.enum(['yes', 'no']).optional(),
  sort: z.enum(userSorts).optional(),
  cursor: z.string().max(500).optional(),
});
export type UserListQuery = z.infer<typeof userListQuery>;
