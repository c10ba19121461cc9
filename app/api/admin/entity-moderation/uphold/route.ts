import { upholdBlock } from '#lib/admin/moderation/appeals.ts';
import { moderationDecided, upholdInput } from '#lib/admin/schemas/moderation.ts';
import { defineRoute } from '#lib/api/define-route.ts';

export const POST = defineRoute({
  summary: 'Reject the open appeal against a block',
  auth: 'admin',
  body: upholdInput,
  response: moderationDecided,
  handler: async ({ ctx, body }) => ({ success: true as const, item: await upholdBlock(ctx, body) }),
});
