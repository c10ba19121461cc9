import { z } from 'zod';
import { getEffect, retryEffect } from '#lib/admin/processes/dead-effects.ts';
import { effectDecided, effectRetry } from '#lib/admin/schemas/effect.ts';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';

export const POST = defineRoute({
  summary: 'Retry an effect that was given up or dismissed',
  auth: 'superadmin',
  params: z.object({ id: idText }),
  load: ({ ctx, params }) => getEffect(ctx, params.id),
  body: effectRetry,
  response: effectDecided,
  handler: ({ ctx, params, body }) => retryEffect(ctx, params.id, body.status),
});
