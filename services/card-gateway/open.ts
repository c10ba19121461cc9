import type { Log } from '#lib/context/ports/log.ts';
import type { Env } from '#lib/core/env/env.ts';
import type { CardGateway } from '#lib/payments/ports.ts';
import { demoAccounts, liveAccounts } from './accounts.ts';
import { openGateway } from './gateway.ts';

/**
 * Returns whether the demo gateway may run here. It never runs beside a live account, on a public host, or in
 * production without PLAZA_DEMO.
 */
export const mayRunDemo = (env: Env): boolean =>
  env.CARDGW_MERCHANT_ACCOUNT === undefined &&
  env.VERCEL === undefined &&
  (env.NODE_ENV !== 'production' || env.PLAZA_DEMO);

/**
 * Opens the card gateway of this deployment: the live one, the demo's, or none. It sends and reads nothing before its
 * first use.
 */
export function openCardGateway(env: Env, log: Log): CardGateway | null {
  const live = liveAccounts(env);
  if (live) return openGateway({ accounts: live, payUrl: env.CARDGW_PAY_URL, apiUrl: env.CARDGW_API_URL });
  if (mayRunDemo(env)) {
    const demo = `http://127.0.0.1:${env.CARDGW_DEMO_PORT}`;
    return openGateway({ accounts: demoAccounts(env), payUrl: `${demo}/pay`, apiUrl: `${demo}/api` });
  }
  log('warn', 'cardgw.off', {});
  return null;
}
