import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from '#lib/context/context.ts';
import type { HeaderReader } from '#lib/core/request-head.ts';
import { secretsEqual } from '#lib/core/secrets.ts';

/** The largest accepted difference of a signed time from ours, in seconds. */
const WINDOW_SECONDS = 300;

/**
 * Returns whether a call comes from the provider of inbound mail. It must send the secret as a bearer token, or the
 * HMAC-SHA256 of the exact bytes of its body. A timestamp, if sent, is part of the signed text and must be recent.
 * Without the current secret the previous one is not accepted.
 */
export async function isFromMailProvider(
  { env, now }: Pick<Context, 'env' | 'now'>,
  headers: HeaderReader,
  raw: () => Promise<Uint8Array>,
): Promise<boolean> {
  const secrets = [env.WEBHOOK_EMAIL_SECRET, env.WEBHOOK_EMAIL_SECRET_PREVIOUS].filter(
    (secret) => secret !== undefined,
  );
  if (env.WEBHOOK_EMAIL_SECRET === undefined) return false;
  const time = headers.get('x-email-webhook-timestamp');
  if (time !== null && !isNear(time, now())) return false;

  const sent = headers.get('authorization') ?? '';
  if (secrets.map((secret) => secretsEqual(sent, `Bearer ${secret}`)).includes(true)) return true;
  const signature = /^(?:sha256=)?([0-9a-f]{64})$/i.exec(headers.get('x-email-webhook-signature')?.trim() ?? '')?.[1];
  if (signature === undefined) return false;
  const body = await raw();
  return secrets.map((secret) => isSigned(body, { secret, signature, time })).includes(true);
}

type Signed = { readonly secret: string; readonly signature: string; readonly time: string | null };

function isSigned(body: Uint8Array, { secret, signature, time }: Signed): boolean {
  const hmac = createHmac('sha256', secret);
  if (time !== null) hmac.update(`${time}.`);
  return timingSafeEqual(hmac.update(body).digest(), Buffer.from(signature, 'hex'));
}

const isNear = (time: string, now: Date): boolean =>
  /^\d{1,12}$/.test(time) && Math.abs(Number(time) - now.getTime() / 1000) <= WINDOW_SECONDS;
