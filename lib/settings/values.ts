/** Groups of settings that a superadmin changes in the console. */
export const settingsNamespaces = ['ai'] as const;
export type SettingsNamespace = (typeof settingsNamespaces)[number];

/** The origin of the returned settings. */
export const settingsSources = ['database', 'environment', 'default'] as const;
export type SettingsSource = (typeof settingsSources)[number];
