import { Users } from '#lib/auth/collections.ts';
import type { Context } from '#lib/context/context.ts';
import type { Locale } from '#lib/i18n/values.ts';
import en from './reasons/en.json' with { type: 'json' };
import ru from './reasons/ru.json' with { type: 'json' };
import uk from './reasons/uk.json' with { type: 'json' };
import type { ReasonCode } from './values.ts';

export type ReasonTexts = Readonly<Record<Exclude<ReasonCode, 'other'>, string>>;

export const reasonTexts: Readonly<Record<Locale, ReasonTexts>> = { en, uk, ru };

/** Returns the rejection templates in the language of the procedure's owner. */
export async function reasonTextsFor({ data, env }: Context, ownerId: string): Promise<ReasonTexts> {
  const owner = await data.get(Users, ownerId);
  return reasonTexts[owner?.data.locale ?? env.DEFAULT_LOCALE];
}
