import { isProxyUntrusted } from '#lib/api/open-context.ts';
import type { Env } from '#lib/core/env/env.ts';
import { SECOND_MS } from '#lib/core/time.ts';
import { mayRunDemo } from '#services/card-gateway/open.ts';
import { tryMailServer } from '#services/mail/mail-test.ts';
import { bad, type Finding, messageOf, ok, warn } from './finding.ts';

export const ANSWER_MS = 10 * SECOND_MS;

/** Checks that the mail server of sign-in and orders responds and accepts our login. Sends no mail. */
export async function checkMail(env: Env, answerMs = ANSWER_MS): Promise<Finding> {
  const { SMTP_HOST, SMTP_PORT } = env;
  if (SMTP_HOST === undefined)
    return env.PLAZA_DEMO
      ? ok('mail', 'the demo catches mail in its development mailbox')
      : bad(
          'mail',
          'SMTP_HOST is not set, so users cannot sign in',
          'set SMTP_HOST, SMTP_FROM and the other SMTP variables; until then use npm run plaza -- sign-in-link ADDRESS',
        );
  try {
    await tryMailServer(env, { answerMs, wholeMs: answerMs });
    return ok(
      'mail',
      `${SMTP_HOST}:${SMTP_PORT} responds${env.SMTP_USER === undefined ? '' : ' and accepts the login'}`,
    );
  } catch (error) {
    return bad(
      'mail',
      `${SMTP_HOST}:${SMTP_PORT}: ${messageOf(error)}`,
      'run npm run plaza -- mail-test ADDRESS to see the SMTP conversation; until mail works use npm run plaza -- sign-in-link ADDRESS',
    );
  }
}

/** Checks that a server responds at the gateway's address. Only a payment proves the keys. */
export async function checkGateway(env: Env, answerMs = ANSWER_MS): Promise<Finding> {
  if (env.CARDGW_MERCHANT_ACCOUNT === undefined)
    return mayRunDemo(env)
      ? ok('gateway', 'the demo gateway runs with the server')
      : warn(
          'gateway',
          'not configured: orders can be paid only from credit',
          'set CARDGW_MERCHANT_ACCOUNT, CARDGW_SECRET_KEY and CARDGW_DOMAIN to accept cards',
        );
  const { host } = new URL(env.CARDGW_API_URL);
  try {
    const answer = await fetch(env.CARDGW_API_URL, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(answerMs),
    });
    await answer.body?.cancel();
    return ok('gateway', `${host} responds for the account ${env.CARDGW_MERCHANT_ACCOUNT}`);
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    return bad(
      'gateway',
      `${host} cannot be reached: ${messageOf(cause)}`,
      'check the network and CARDGW_API_URL; until then orders wait for their payment',
    );
  }
}

/** Checks that visitors can be distinguished behind the proxies. */
export const checkProxies = (env: Env): Finding =>
  isProxyUntrusted(env)
    ? warn(
        'proxies',
        'APP_ORIGIN is https, which needs a proxy, but TRUSTED_PROXIES is 0: all visitors share one address and its limits',
        'set TRUSTED_PROXIES to the number of proxies that add to X-Forwarded-For',
      )
    : ok('proxies', `${env.TRUSTED_PROXIES} trusted`);
