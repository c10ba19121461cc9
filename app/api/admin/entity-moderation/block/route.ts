import { blockEntity } from '#lib/admin/moderation/moderation.ts';
import { blockInput, moderationDecided } from '#lib/admin/schemas/moderation.ts';
import { defineRoute } from '#lib/api/define-route.ts';

export const POST = defineRoute({
  summary: 'Take a message or a file down',
  auth: 'admin',
  body: blockInput,
  response: moderationDecided,
  handler: async ({ ctx, body }) => ({ success: true as const, item: await blockEntity(ctx, body) }),
});
