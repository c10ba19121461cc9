import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';

/** Returns an action of the audit in words. An action without words is shown as its code. */
export const actText = (texts: ConsoleTexts<'audit'>, action: string): string =>
  wordOf(texts, `act_${action.replace('.', '_')}`) ?? action;

/** Returns the kind of a target in words, or its code. */
export const targetText = (texts: ConsoleTexts<'audit'>, type: string): string => wordOf(texts, `type_${type}`) ?? type;

const wordOf = (texts: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(texts, key) ? texts[key] : undefined;
