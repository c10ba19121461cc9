import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { topic } from '#lib/data/outbox.ts';

/** A sign-in mail to send. `secrets` holds token and code, sealed; the row is emptied when it ends. */
export const loginMailTopic = topic('auth.login-mail', z.object({ tokenId: idText, secrets: z.string() }), {
  sealed: true,
});

/** Far more sign-in mails than usual left within an hour; told once for each. */
export const loginFloodTopic = topic('auth.login-flood', z.object({ hour: z.string(), mails: z.int() }));

/** A new account exists. */
export const userCreated = topic('user.created', z.object({ userId: idText }));

/** Somebody was given a role that looks after the platform. */
export const roleGranted = topic(
  'auth.role-granted',
  z.object({ userId: idText, role: z.enum(['admin', 'superadmin']), at: isoTime }),
);

/**
 * Sessions of a person have ended: with a null all but the one that is kept, else one of them, whose place the kept one
 * takes where there is one. Devices of sessions that nothing took the place of hear no more.
 */
export const sessionsEnded = topic(
  'session.ended',
  z.object({ userId: idText, sessionId: idText.nullable(), keptId: idText.nullable(), at: isoTime }),
);
