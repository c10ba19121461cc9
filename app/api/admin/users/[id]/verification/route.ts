import { z } from 'zod';
import { setVerifiedInput } from '#lib/admin/schemas/verification-input.ts';
import { verifiedSet } from '#lib/admin/schemas/verification-views.ts';
import { setVerified } from '#lib/admin/verification/set-verified.ts';
import { defineRoute } from '#lib/api/define-route.ts';
import { getStandingUser } from '#lib/auth/users.ts';
import { idText } from '#lib/core/ids.ts';

export const PUT = defineRoute({
  summary: 'Verify an account by hand, or remove its verification',
  auth: 'admin',
  params: z.object({ id: idText }),
  load: ({ ctx, params }) => getStandingUser(ctx.data, params.id),
  body: setVerifiedInput,
  response: verifiedSet,
  handler: ({ ctx, params, body }) => setVerified(ctx, params.id, body),
});
