import { countDesk } from '#lib/admin/overview/desk-counts.ts';
import { deskAnswer } from '#lib/admin/schemas/desk.ts';
import { defineRoute } from '#lib/api/define-route.ts';

export const GET = defineRoute({
  summary: 'Count the open work in each part of the console',
  auth: 'admin',
  response: deskAnswer,
  handler: async ({ ctx }) => ({ counts: await countDesk(ctx) }),
});
