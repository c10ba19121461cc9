import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { assertResponsive } from '#lib/api/health.ts';

export const GET = defineRoute({
  summary: 'Check that the process is alive',
  auth: 'public',
  response: z.object({ status: z.literal('live') }).meta({ id: 'Live' }),
  handler: async () => {
    await assertResponsive();
    return { status: 'live' } as const;
  },
});
