import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';
import { inviteCall } from '#lib/messaging/calls/invite-call.ts';
import { getMineToWrite } from '#lib/messaging/conversations/access.ts';
import { callInvite, callInvited } from '#lib/messaging/schemas/call.ts';

export const POST = defineRoute({
  summary: 'Call the other person of a direct conversation',
  auth: 'session',
  rateLimit: 'call-invite',
  params: z.object({ id: idText }),
  body: callInvite,
  status: 201,
  response: callInvited,
  load: ({ ctx, params }) => getMineToWrite(ctx, params.id),
  handler: async ({ ctx, params, body }) => {
    const { created, answer } = await inviteCall(ctx, params.id, body);
    return created ? answer : Response.json(callInvited.parse(answer));
  },
});
