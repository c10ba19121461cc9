import type { Tx } from '#lib/data/store.ts';
import { Notifications } from '#lib/notifications/collections.ts';
import { naming } from '#lib/notifications/queries.ts';
import type { Notification } from '#lib/notifications/schemas/notification.ts';
import { textOf, texts } from '#lib/notifications/write/texts.ts';

/** Removes the name of a deleted account from a batch of other users' notifications, and returns the size of the batch. */
export async function forgetPerson(t: Tx, userId: string, most: number): Promise<number> {
  const { rows } = await t.find(naming(userId, most));
  for (const { id, data } of rows) t.update(Notifications, id, withoutName(data, userId));
  return rows.length;
}

/**
 * Replaces the text by one without content. All mentioned names are removed with the text; only the sender's name
 * stays, unless the sender is the deleted account.
 */
function withoutName(row: Notification, userId: string): Partial<Notification> {
  const { people, locale } = row;
  const isTeller = people[0] === userId;
  const { template, params } = wordsOf(row, isTeller ? texts[locale].deletedUser : null);
  return { template, params, ...textOf(template, params, locale), people: isTeller ? [] : people.slice(0, 1) };
}

function wordsOf({ template, params, collapsedCount }: Notification, teller: string | null) {
  if (template === 'call.incoming') return { template, params: { caller: teller ?? params.caller ?? '' } } as const;
  const sender = teller ?? params.sender ?? '';
  return { template: 'message.many', params: { sender, count: collapsedCount + 1 } } as const;
}
