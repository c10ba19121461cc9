/** Groups of settings a superadmin changes in the console. */
export const settingsNamespaces = ['ai'] as const;
export type SettingsNamespace = (typeof settingsNamespaces)[number];

/** Where the answered settings come from. */
export const settingsSources = ['database', 'environment', 'default'] as const;
export type SettingsSource = (typeof settingsSources)[number];
