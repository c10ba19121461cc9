import type { Env } from '#lib/core/env.ts';
import type { Log } from '#lib/core/log.ts';
import type { CardGateway } from '#lib/payments/ports.ts';

/** Whether the demo gateway may run here: never beside a live account, on a public host, or in production unasked. */
export const mayRunDemo = (env: Env): boolean =>
  env.CARDGW_MERCHANT_ACCOUNT === undefined &&
  env.VERCEL === undefined &&
  (env.NODE_ENV !== 'production' || env.PLAZA_DEMO);

/** The card gateway of this deployment: the live one, the demo's, or none. */
export function openCardGateway(env: Env, log: Log): CardGateway | null {
  if (env.CARDGW_MERCHANT_ACCOUNT === undefined && !mayRunDemo(env)) log('warn', 'cardgw.off', {});
  return null;
}
