import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { assertReady } from '#lib/api/health.ts';

export const GET = defineRoute({
  summary: 'Check that the process can serve: its store responds and its search index is complete',
  auth: 'public',
  response: z.object({ status: z.literal('ready') }).meta({ id: 'Ready' }),
  handler: async ({ ctx }) => {
    await assertReady(ctx);
    return { status: 'ready' } as const;
  },
});
