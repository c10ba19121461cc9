import { defineRoute } from '#lib/api/define-route.ts';
import { listChannels } from '#lib/crm/mailboxes/channel-health.ts';
import { channelList } from '#lib/crm/schemas/channel.ts';

export const GET = defineRoute({
  summary: 'List the mail channels with their health and configuration problems',
  auth: 'admin',
  response: channelList,
  handler: ({ ctx }) => listChannels(ctx),
});
