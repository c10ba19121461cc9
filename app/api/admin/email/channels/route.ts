import { defineRoute } from '#lib/api/define-route.ts';
import { listChannels } from '#lib/crm/mailboxes/channel-health.ts';
import { channelList } from '#lib/crm/schemas/channel.ts';

export const GET = defineRoute({
  summary: 'The mail channels, how they do, and what is wrong with their configuration',
  auth: 'admin',
  response: channelList,
  handler: ({ ctx }) => listChannels(ctx),
});
