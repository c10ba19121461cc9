import { defineRoute } from '#lib/api/define-route.ts';
import { profileUpdated, updateProfileInput } from '#lib/auth/schemas/user.ts';
import { updateProfile } from '#lib/auth/users.ts';

export const PATCH = defineRoute({
  summary: 'Change the own profile',
  auth: 'session',
  body: updateProfileInput,
  response: profileUpdated,
  handler: async ({ ctx, body }) => ({ user: await updateProfile(ctx, body) }),
});
