import type { Locale } from '#lib/i18n/values.ts';
import en from './en.json' with { type: 'json' };
import ru from './ru.json' with { type: 'json' };
import type { AgentWords } from './schema.ts';
import uk from './uk.json' with { type: 'json' };

/** The words of each language. A test checks them against their schema, so that a start need not. */
export const agentWords: Readonly<Record<Locale, AgentWords>> = { en, uk, ru };
