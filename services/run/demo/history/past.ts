import { findUserByEmail } from '#lib/auth/users.ts';
import { systemContext, type UserContext } from '#lib/context/context.ts';
import { Memo } from '#lib/context/ports/memo.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { newId } from '#lib/core/ids.ts';
import { after, before, DAY_MS, HOUR_MS } from '#lib/core/time.ts';
import { drainOnce } from '#services/run/drainer.ts';
import { effects } from '#services/run/effects.ts';

/** The product at a time in the past. */
export type Past = {
  readonly runtime: Runtime;
  /** Returns the context of a person, signed in a moment ago. */
  readonly as: (email: string) => Promise<UserContext>;
};

/**
 * Opens the product at times before `startedAt`, over the same store. Mails of the past are treated as delivered long
 * ago, so that a newcomer finds only their own in the mailbox.
 */
export function openPasts(present: Runtime, startedAt: Date): (daysAgo: number) => Past {
  let latest = 0;
  const memo = new Memo(() => new Date(latest));
  return (daysAgo) => {
    const now = new Date(before(startedAt, daysAgo * DAY_MS));
    latest = Math.max(latest, now.getTime());
    const runtime: Runtime = {
      ...present,
      memo,
      now: () => now,
      // What is staged here is no news for an operator.
      log: () => undefined,
      mailer: { send: async ({ key }) => ({ state: 'sent', messageId: key }) },
      drain: () => drainOnce(runtime, effects),
    };
    return {
      runtime,
      as: async (email) => {
        const user = await findUserByEmail(runtime.data, email);
        if (!user) throw new Error(`the demo has no account ${email}`);
        const ctx = systemContext(runtime, newId('request'), 'session');
        return { ...ctx, locale: user.locale, user, session: session(now) };
      },
    };
  };
}

/** Returns a session with a recent step-up, as an administrator has who moves money. */
function session(now: Date): NonNullable<UserContext['session']> {
  const soon = after(now, HOUR_MS);
  return { id: 'demo', createdAt: now.toISOString(), expiresAt: soon, idleExpiresAt: soon, stepUpUntil: soon };
}
