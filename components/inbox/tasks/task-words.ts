import { taskTypes } from '#lib/crm/tasks/values.ts';
import type { Say } from '#lib/i18n/console/texts.ts';

/** Returns the type of a task in words. A type of an integration has only its name. */
export function taskTypeText(type: string, t: Say<'crm'>): string {
  const known = taskTypes.find((name) => name === type);
  return known ? t(`type_${known}`) : type.replaceAll('_', ' ');
}
