import { SESSION_COOKIE } from '#lib/auth/cookies.ts';
import { signSession } from '#lib/auth/session-token.ts';
import { newSessionSecret, openSession } from '#lib/auth/sessions.ts';
import type { UserContext } from '#lib/context/context.ts';

/** Opens a session whose owner has just entered a fresh code. Returns its headers. */
export async function steppedUp({ user, ...ctx }: UserContext): Promise<Readonly<Record<string, string>>> {
  const now = ctx.now();
  const opening = { userId: user.id, epoch: user.sessionEpoch, secret: newSessionSecret(), now, stepUp: true };
  const { sid } = await ctx.data.tx(async (t) => openSession(t, { ...ctx, user }, opening));
  return { cookie: `${SESSION_COOKIE}=${await signSession(ctx.keys.session, sid, now)}` };
}
