import { blockEntity } from '#lib/admin/moderation/moderation.ts';
import { blockInput, moderationDecided } from '#lib/admin/schemas/moderation.ts';
import { defineRoute } from '#lib/api/define-route.ts';

export const POST = defineRoute({
  summary: 'Take down a message or a file',
  auth: 'admin',
  body: blockInput,
  response: moderationDecided,
  handler: async ({ ctx, body }) => ({ success: true as const, item: await blockEntity(ctx, body) }),
});
