import { restoreEntity } from '#lib/admin/moderation/moderation.ts';
import { decisionInput, moderationDecided } from '#lib/admin/schemas/moderation.ts';
import { defineRoute } from '#lib/api/define-route.ts';

export const POST = defineRoute({
  summary: 'Restore an entity that was taken down',
  auth: 'admin',
  body: decisionInput,
  response: moderationDecided,
  handler: async ({ ctx, body }) => ({ success: true as const, item: await restoreEntity(ctx, body) }),
});
