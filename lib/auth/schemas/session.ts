import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { sessionUser } from './user.ts';

/** A signed-in browser. The id is a hash of the secret in its cookie. */
export const session = z.object({
  userId: idText,
  /** Equal to the user's `sessionEpoch`, or the session is over. */
  epoch: z.int().nonnegative(),
  createdAt: isoTime,
  lastSeenAt: isoTime,
  expiresAt: isoTime,
  stepUpAt: isoTime.nullable(),
  /** Browser and system family, `Firefox, Linux`. Empty when unknown. */
  device: z.string().max(60),
  ipPrefixHash: z.string().nullable(),
});
export type Session = z.infer<typeof session>;

const currentSession = z.object({
  id: idText,
  createdAt: isoTime,
  expiresAt: isoTime,
  idleExpiresAt: isoTime,
  stepUpUntil: isoTime.nullable(),
});

export const sessionAnswer = z
  .object({ user: sessionUser.nullable(), session: currentSession.nullable() })
  .meta({ id: 'SessionAnswer' });

export const sessionList = z
  .object({
    sessions: z.array(
      z.object({
        id: idText,
        current: z.boolean(),
        createdAt: isoTime,
        lastSeenAt: isoTime,
        device: z.string(),
        /** Whether the session has a step-up that is still valid. */
        stepUp: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'SessionList' });
export type SessionList = z.infer<typeof sessionList>;

export const signOutInput = z.strictObject({ everywhere: z.boolean().optional() }).default({});
export type SignOut = z.output<typeof signOutInput>;
export const signedOut = z.object({ signedOut: z.literal(true) });
export const endedSessions = z.object({ ended: z.int().nonnegative() });
