import { collection } from '#lib/data/collection.ts';
import { settingsDocument } from './schemas/settings.ts';
/**
 * The settings that superadmins change in the console, one document per namespace. Written by `settings.ts` and
 * `save-settings.ts`.
 */
export const PlatformSettings = collection('platform_settings', {
  label: 'Settings',
  schema: settingsDocument,
  indexes: [],
});
