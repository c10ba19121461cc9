import type { UserContext } from '#lib/context/context.ts';
import { sendBulk } from '#lib/notifications/bulk/bulk.ts';
import { createNotification } from '#lib/notifications/write/create.ts';
import type { TestContext } from '#tests/support/context.ts';

type Person = TestContext & UserContext;

/** Sends a person a notification and returns its id. */
export async function notificationOf(owner: Person): Promise<string> {
  const content = { type: 'SYSTEM', title: 'News', message: 'Something has happened', source: 'matrix' } as const;
  const { row } = await createNotification(owner, owner.user.id, content);
  if (!row) throw new Error('nobody was told');
  return row.id;
}

/** Sends a bulk notification to its sender alone and returns the id of the job. */
export async function jobOf(owner: Person): Promise<string> {
  const notification = { type: 'SYSTEM', title: 'News', message: 'For all', priority: 'normal', data: {} } as const;
  const bulk = { userIds: [owner.user.id], notification, sendPush: false, sendEmail: false };
  return (await sendBulk(owner, bulk, undefined)).jobId;
}
