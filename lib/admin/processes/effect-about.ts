import { idText } from '#lib/core/ids.ts';

/** The fields of a payload that say what an effect is about: ids and fixed words, never texts, addresses or secrets. */
const idFields = [
  'orderId',
  'orderReference',
  'paymentId',
  'userId',
  'vendorId',
  'threadId',
  'productId',
  'conversationId',
  'messageId',
  'draftId',
  'callId',
  'channelId',
  'subjectId',
  'kind',
] as const;

/** Returns the ids that an effect names, by field. Empty for an emptied payload. */
export function aboutOf(payload: Readonly<Record<string, unknown>> | null): Record<string, string> {
  const found: Record<string, string> = {};
  for (const field of idFields) {
    const id = idText.safeParse(payload?.[field]);
    if (id.success) found[field] = id.data;
  }
  return found;
}
