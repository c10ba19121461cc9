import { idText } from '#lib/core/ids.ts';

/** What of a payload says what an effect is about: ids and closed words, never texts, addresses or secrets. */
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

/** The ids that an effect names, by their field; of a payload that was emptied none. */
export function aboutOf(payload: Readonly<Record<string, unknown>> | null): Record<string, string> {
  const found: Record<string, string> = {};
  for (const field of idFields) {
    const id = idText.safeParse(payload?.[field]);
    if (id.success) found[field] = id.data;
  }
  return found;
}
