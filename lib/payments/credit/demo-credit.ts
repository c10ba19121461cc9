import type { Context } from '#lib/context/context.ts';
import { grantCredit } from './credit.ts';

/** The credit of each demo user: 50,000.00 in the main currency. */
export const DEMO_CREDIT_MINOR = 5_000_000;

/**
 * Grants starting credit to a new user of a demo, once, because a demo has no bank behind it. Outside a demo a new
 * account has none.
 */
export async function grantDemoCredit(ctx: Context, userId: string): Promise<void> {
  if (ctx.env.PLAZA_DEMO) await grantCredit(ctx, userId, DEMO_CREDIT_MINOR, 'demo');
}
