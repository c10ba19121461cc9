import type { Locale } from '#lib/i18n/values.ts';
import en from './texts/en.json' with { type: 'json' };
import ru from './texts/ru.json' with { type: 'json' };
import type { OrderMailTexts } from './texts/schema.ts';
import uk from './texts/uk.json' with { type: 'json' };

export type { OrderMailTexts };

/** The texts of the mails about orders, in each language. */
export const orderMailTexts: Readonly<Record<Locale, OrderMailTexts>> = { en, uk, ru };
