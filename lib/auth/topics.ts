import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { enqueue, topic } from '#lib/data/outbox.ts';
import type { Writer } from '#lib/data/store.ts';

/** A sign-in mail to send. `secrets` holds token and code, encrypted. The row is emptied when it ends. */
export const loginMailTopic = topic('auth.login-mail', z.object({ tokenId: idText, secrets: z.string() }), {
  sealed: true,
});

/** Far more sign-in mails than usual were sent within an hour. Published once per hour. */
export const loginFloodTopic = topic('auth.login-flood', z.object({ hour: z.string(), mails: z.int() }));

/** A new account exists. */
export const userCreated = topic('user.created', z.object({ userId: idText }));

/** A user got the role of an admin or superadmin. */
export const roleGranted = topic(
  'auth.role-granted',
  z.object({ userId: idText, role: z.enum(['admin', 'superadmin']), at: isoTime }),
);

/**
 * Sessions of a user have ended. `sessionId` null: all but `keptId`. Otherwise that one session, which `keptId`
 * replaces if it is set. Devices of sessions without a replacement get no more pushes.
 */
export const sessionsEnded = topic(
  'session.ended',
  z.object({ userId: idText, sessionId: idText.nullable(), keptId: idText.nullable(), at: isoTime }),
);

/** What the console finds an account by has changed. */
export const userIndexTopic = topic('users.index', z.object({ userId: idText }), { coalesce: true });

/**
 * Enqueues an update of the search index in the commit that changes the name, handle, address, role, status, badge or
 * shop of an account. Changes in quick succession coalesce.
 */
export const promiseUserIndex = (write: Writer, userId: string, now: Date): void =>
  enqueue(write, userIndexTopic, { userId }, { now, key: userId });
