import { z } from 'zod';
import { dismissEffect, getEffect } from '#lib/admin/processes/dead-effects.ts';
import { effectDecided, effectDismissal } from '#lib/admin/schemas/effect.ts';
import { defineRoute } from '#lib/api/define-route.ts';
import { idText } from '#lib/core/ids.ts';

export const POST = defineRoute({
  summary: 'Set aside an effect that was given up and is no longer needed',
  auth: 'superadmin',
  params: z.object({ id: idText }),
  load: ({ ctx, params }) => getEffect(ctx, params.id),
  body: effectDismissal,
  response: effectDecided,
  handler: ({ ctx, params, body }) => dismissEffect(ctx, params.id, body.reason),
});
