import type { Message } from '#lib/messaging/schemas/message.ts';
import { richInputs } from '#lib/messaging/schemas/rich.ts';
import { isRich } from './rich-types.ts';

/**
 * Returns the fields of a card that its sender wrote, such as the question of a poll or the title of a task. Votes and
 * answers of others are not among them. Null for a message that is no card.
 */
export function sentFieldsOf({ type, metadata }: Pick<Message, 'type' | 'metadata'>): Record<string, unknown> | null {
  if (!isRich(type)) return null;
  const fields = Object.keys(richInputs[type].shape);
  return Object.fromEntries(Object.entries(metadata).filter(([field]) => fields.includes(field)));
}
