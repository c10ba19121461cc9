import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { booleanInQuery } from '#lib/core/query-values.ts';
import { runAction } from '#lib/crm/mailboxes/run-action.ts';
import { processorReport } from '#lib/crm/schemas/processor.ts';

export const maxDuration = 60;

const asked = z.object({ action: z.string().max(40).optional(), force: z.boolean().optional() });
const askedInQuery = z.object({
  action: z.string().max(40).optional(),
  force: booleanInQuery.optional(),
});

export const POST = defineRoute({
  summary: 'Read new mail, or query and control the mail listener',
  auth: 'cron',
  query: askedInQuery,
  body: asked.optional(),
  response: processorReport,
  handler: ({ ctx, body = {}, query }) => runAction(ctx, body, query),
});

export const GET = defineRoute({
  summary: 'Read new mail, or query and control the mail listener',
  auth: 'cron',
  query: askedInQuery,
  response: processorReport,
  handler: ({ ctx, query }) => runAction(ctx, {}, query),
});
