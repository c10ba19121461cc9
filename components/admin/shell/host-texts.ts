import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';

/** The texts of the palette and the help, with the names of the pages. */
export type HostTexts = { readonly shell: ConsoleTexts<'shell'>; readonly palette: ConsoleTexts<'palette'> };
