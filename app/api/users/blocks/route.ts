import { defineRoute } from '#lib/api/define-route.ts';
import { listBlocks } from '#lib/messaging/members/blocks.ts';
import { blockList } from '#lib/messaging/schemas/block.ts';

export const GET = defineRoute({
  summary: 'List users the caller has blocked, newest first',
  auth: 'session',
  response: blockList,
  handler: ({ ctx }) => listBlocks(ctx),
});
