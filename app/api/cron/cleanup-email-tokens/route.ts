import { z } from 'zod';
import { runProcess } from '#lib/admin/processes/process-runner.ts';
import { emailTokenCleanup } from '#lib/admin/processes/processes.ts';
import { defineRoute } from '#lib/api/define-route.ts';

export const maxDuration = 60;

export const POST = defineRoute({
  summary: 'Delete expired sign-in codes and links',
  auth: 'cron',
  response: z.object({ success: z.boolean(), deleted: z.int().nonnegative() }).meta({ id: 'TokenCleanup' }),
  handler: async ({ ctx }) => {
    const outcome = await runProcess(ctx, emailTokenCleanup, { trigger: 'cron' });
    return { success: outcome?.status !== 'failed', deleted: outcome?.counts.done ?? 0 };
  },
});
export const GET = POST;
