import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';

/** Returns the name of an effect by its topic. A topic without a name is shown as it is. */
export function topicText(texts: ConsoleTexts<'processes'>, topic: string): string {
  const known: Readonly<Record<string, string>> = texts;
  return known[`topic_${topic.replace('.', '_')}`] ?? topic;
}
