import { defineRoute } from '#lib/api/define-route.ts';
import { saveSettings } from '#lib/settings/save-settings.ts';
import { saveSettingsInput, settingsQuery, settingsSaved, settingsView } from '#lib/settings/schemas/settings.ts';
import { readSettings } from '#lib/settings/settings.ts';

export const GET = defineRoute({
  summary: 'Get the settings of a namespace; for secrets only whether they are set',
  auth: 'superadmin',
  query: settingsQuery,
  response: settingsView,
  handler: ({ ctx, query }) => readSettings(ctx, query.namespace),
});

export const PUT = defineRoute({
  summary: 'Change settings; an absent field stays, null restores the default or removes a secret',
  auth: 'superadmin',
  body: saveSettingsInput,
  response: settingsSaved,
  handler: async ({ ctx, body }) => ({ success: true as const, ...(await saveSettings(ctx, body)) }),
});
