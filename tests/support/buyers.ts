import { sessionCookie } from '#lib/auth/cookies.ts';
import { emailKeyOf } from '#lib/auth/email-key.ts';
import { signSession } from '#lib/auth/session-token.ts';
import { newSessionSecret, openSession } from '#lib/auth/sessions.ts';
import { createUser } from '#lib/auth/users.ts';
import { systemContext } from '#lib/context/context.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { newId } from '#lib/core/ids.ts';
import { grantCredit } from '#lib/payments/credit/credit.ts';
import type { Buyer } from './purchase.ts';

const CREDIT_MINOR = 1_000_000_000;

/**
 * Creates users with an account, a session and more credit than they can spend, through the product's own functions.
 */
export async function makeBuyers(runtime: Runtime, count: number): Promise<Buyer[]> {
  const ctx = systemContext(runtime, newId('request'));
  const buyers: Buyer[] = [];
  for (let n = 0; n < count; n++) {
    const buyer = await makePerson(runtime, { email: `buyer-${n}@bench.test`, role: 'visitor' });
    await grantCredit(ctx, buyer.userId, CREDIT_MINOR, 'bench');
    buyers.push(buyer);
  }
  return buyers;
}

/** Creates a user with an account and a session. */
export async function makePerson(
  runtime: Runtime,
  { email, role }: { readonly email: string; readonly role: 'visitor' | 'admin' },
): Promise<Buyer> {
  const ctx = systemContext(runtime, newId('request'));
  const userId = newId('user');
  const opening = { userId, epoch: 0, secret: newSessionSecret(), now: ctx.now() };
  const { sid } = await ctx.data.tx(async (t) => {
    createUser(t, { id: userId, email, emailKey: emailKeyOf(email) ?? email, locale: 'en', role }, ctx.now());
    return openSession(t, ctx, opening);
  });
  const cookie = sessionCookie(await signSession(runtime.keys.session, sid, ctx.now())).split(';', 1)[0] ?? '';
  return { userId, cookie };
}
