import en from './page-texts/en.json' with { type: 'json' };
import ru from './page-texts/ru.json' with { type: 'json' };
import type { PageTexts } from './page-texts/schema.ts';
import uk from './page-texts/uk.json' with { type: 'json' };
import type { PageLanguage } from './payment.ts';

export type { PageTexts };

export const pageTexts: Readonly<Record<PageLanguage, PageTexts>> = { en, uk, ru };
