import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from '#lib/context/context.ts';
import type { HeaderReader } from '#lib/core/asked.ts';
import { secretsEqual } from '#lib/core/secrets.ts';

/** A signed time may differ from ours by so many seconds. */
const WINDOW_SECONDS = 300;

/**
 * Whether a call comes from the provider of inbound mail: it brings the secret as a bearer, or the HMAC-SHA256 of its
 * body's very bytes. A time that is sent is part of what is signed, and has to be near. Without the present secret the
 * former one opens nothing.
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
