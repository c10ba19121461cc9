/** Language tags of the interface; gateway and order bodies spell them UK, EN, RU. */
export const locales = ['en', 'uk', 'ru'] as const;
export type Locale = (typeof locales)[number];
