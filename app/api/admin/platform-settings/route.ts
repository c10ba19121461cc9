import { saveSettings } from '#lib/admin/save-settings.ts';
import { saveSettingsInput, settingsQuery, settingsSaved, settingsView } from '#lib/admin/schemas/settings.ts';
import { readSettings } from '#lib/admin/settings.ts';
import { defineRoute } from '#lib/api/define-route.ts';

export const GET = defineRoute({
  summary: 'The settings of a namespace; of its secrets only that they are set',
  auth: 'superadmin',
  query: settingsQuery,
  response: settingsView,
  handler: ({ ctx, query }) => readSettings(ctx, query.namespace),
});

export const PUT = defineRoute({
  summary: 'Change settings: what is absent stays, null goes back to the default or removes a secret',
  auth: 'superadmin',
  body: saveSettingsInput,
  response: settingsSaved,
  handler: async ({ ctx, body }) => ({ success: true as const, ...(await saveSettings(ctx, body)) }),
});
