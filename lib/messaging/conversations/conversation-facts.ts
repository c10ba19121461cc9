import type { Conversation } from '#lib/messaging/schemas/conversation.ts';
import type { JsonObject } from '#lib/messaging/schemas/json-object.ts';
import { referenceKeys } from '#lib/messaging/values.ts';
import { isHiddenTool } from './hidden-tools.ts';

const textOr = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Returns the metadata values that are copied into columns for filters, and whether lists may show the conversation. */
export const factsOf = (type: Conversation['type'], metadata: JsonObject) => ({
  refId: type === 'direct' || type === 'group' ? null : textOr(metadata[referenceKeys[type]]),
  kind: textOr(metadata.kind),
  vendorId: textOr(metadata.vendorId),
  listed: !isHiddenTool(metadata),
});
