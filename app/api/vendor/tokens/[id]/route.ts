import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { tokenRevoked } from '#lib/store/schemas/vendor-token.ts';
import { getOwnToken, revokeToken } from '#lib/store/tooling/vendor-tokens.ts';

export const DELETE = defineRoute({
  summary: 'Revoke a token of one’s own shop',
  auth: 'session',
  rateLimit: 'catalog-write',
  params: z.object({ id: idText }),
  load: ({ ctx, params: { id } }) => getOwnToken(ctx, id),
  response: tokenRevoked,
  handler: async ({ ctx, params: { id } }) => {
    await revokeToken(ctx, id);
    return { revoked: true as const, id };
  },
});
