/** Language tags of the interface. */
export const locales = ['en', 'uk', 'ru'] as const;
export type Locale = (typeof locales)[number];

/** Languages as the bodies of orders and payments spell them. */
export const bodyLocales = ['UK', 'EN', 'RU'] as const;
export const localeOfBody = { UK: 'uk', EN: 'en', RU: 'ru' } as const satisfies Record<
  (typeof bodyLocales)[number],
  Locale
>;
export const bodyLocaleOf = { uk: 'UK', en: 'EN', ru: 'RU' } as const satisfies Record<
  Locale,
  (typeof bodyLocales)[number]
>;
