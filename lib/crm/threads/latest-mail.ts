import { DAY_MS } from '#lib/core/time.ts';
import type { EmailMessage } from '#lib/crm/schemas/message.ts';

/** How far ahead a mail may be dated, because clocks differ. */
const AHEAD_MS = DAY_MS;

type Dated = Pick<EmailMessage, 'date' | 'receivedAt'>;
type Talk = Dated & Pick<EmailMessage, 'direction' | 'messageId' | 'inReplyTo' | 'references'>;
/** A message of a person or of ours, with the fields that decide which of two is later. */
export type TalkMail = { readonly id: string; readonly data: Talk };

/** Returns the date of a mail, or its arrival when the date is more than a day later than the arrival. */
export const datedAt = ({ date, receivedAt }: Dated): string =>
  Date.parse(date) > Date.parse(receivedAt) + AHEAD_MS ? receivedAt : date;

/** Returns when a mail was written, for the figures: its date, but never later than its arrival. */
export const writtenAt = ({ date, receivedAt }: Dated): string => (date < receivedAt ? date : receivedAt);

/**
 * Returns true when a mail that is being stored is later than the latest one so far. A mail that refers to another one
 * is later than it. Dates of two outside senders are compared with each other. Our own clock is compared by arrival
 * only.
 */
export function isLater(mail: TalkMail, latest: TalkMail): boolean {
  if (names(mail, latest)) return true;
  if (names(latest, mail)) return false;
  const areFromOutside = mail.data.direction === 'inbound' && latest.data.direction === 'inbound';
  const [order, latestOrder] = [mail, latest].map(({ id, data }) => [
    ...(areFromOutside ? [datedAt(data)] : []),
    data.receivedAt,
    id,
  ]) as [string[], string[]];
  const place = order.findIndex((value, at) => value !== latestOrder[at]);
  return place !== -1 && (order[place] ?? '') > (latestOrder[place] ?? '');
}

function names({ data: { inReplyTo, references } }: TalkMail, { data: { messageId } }: TalkMail): boolean {
  return messageId !== '' && (inReplyTo === messageId || references.includes(messageId));
}
