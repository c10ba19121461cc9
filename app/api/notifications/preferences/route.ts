import { defineRoute } from '#lib/api/define-route.ts';
import { changePreferences, preferencesOf } from '#lib/notifications/deliver/preferences.ts';
import { preferencesAnswer, preferencesPatch, preferencesUpdated } from '#lib/notifications/schemas/preferences.ts';

export const GET = defineRoute({
  summary: 'Get the own notification preferences',
  auth: 'session',
  rateLimit: 'notifications',
  response: preferencesAnswer,
  handler: async ({ ctx }) => ({ preferences: await preferencesOf(ctx.data, ctx.user) }),
});

export const PUT = defineRoute({
  summary: 'Change any of the own notification preferences',
  auth: 'session',
  rateLimit: 'notifications',
  body: preferencesPatch,
  response: preferencesUpdated,
  handler: async ({ ctx, body }) => ({ updated: true as const, preferences: await changePreferences(ctx, body) }),
});
