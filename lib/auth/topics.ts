import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { topic } from '#lib/data/outbox.ts';

/** A sign-in mail to send. `secrets` holds token and code, sealed; the row is emptied when it ends. */
export const loginMailTopic = topic('auth.login-mail', z.object({ tokenId: idText, secrets: z.string() }), {
  sealed: true,
});

/** A new account exists. */
export const userCreated = topic('user.created', z.object({ userId: idText }));
