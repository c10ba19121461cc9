import { changeConsolePreferences, consolePreferencesOf } from '#lib/admin/preferences/console-preferences.ts';
import { consolePreferencesAnswer, consolePreferencesPatch } from '#lib/admin/schemas/console-preferences.ts';
import { defineRoute } from '#lib/api/define-route.ts';

export const GET = defineRoute({
  summary: 'Get the own preferences of the console with the saved views',
  auth: 'admin',
  response: consolePreferencesAnswer,
  handler: async ({ ctx }) => ({ preferences: await consolePreferencesOf(ctx) }),
});

export const PATCH = defineRoute({
  summary: 'Change the own preferences of the console',
  auth: 'admin',
  body: consolePreferencesPatch,
  response: consolePreferencesAnswer,
  handler: async ({ ctx, body }) => ({ preferences: await changeConsolePreferences(ctx, body) }),
});
