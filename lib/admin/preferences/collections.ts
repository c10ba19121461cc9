import { consolePreferences } from '#lib/admin/schemas/console-preferences.ts';
import { collection } from '#lib/data/collection.ts';

/** How a person has arranged the console. The id is the person's. */
export const ConsolePreferencesRows = collection('console_preferences', {
  label: 'Console preferences',
  schema: consolePreferences,
  indexes: [],
});
