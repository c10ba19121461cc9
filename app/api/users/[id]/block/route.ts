import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { blockUser, unblockUser } from '#lib/messaging/members/blocks.ts';
import { blockAnswer } from '#lib/messaging/schemas/block.ts';

const params = z.object({ id: idText });

export const PUT = defineRoute({
  summary: 'Block a user: no messages, calls or notifications between the two',
  auth: 'session',
  params,
  response: blockAnswer,
  handler: ({ ctx, params: { id } }) => blockUser(ctx, id),
});

export const DELETE = defineRoute({
  summary: 'Unblock a user',
  auth: 'session',
  params,
  response: blockAnswer,
  handler: ({ ctx, params: { id } }) => unblockUser(ctx, id),
});
