import type { Context } from '#lib/context/context.ts';
import { grantCredit } from './credit.ts';

/** What everybody in a demo can spend: 50,000.00 in the main currency. */
export const DEMO_CREDIT_MINOR = 5_000_000;

/** A demo has no bank behind it, so each new person starts with credit, once; anywhere else a new account has none. */
export async function grantDemoCredit(ctx: Context, userId: string): Promise<void> {
  if (ctx.env.PLAZA_DEMO) await grantCredit(ctx, userId, DEMO_CREDIT_MINOR, 'demo');
}
