import { z } from 'zod';
import { canonicalJson } from '#lib/core/canonical-json.ts';
import { AppError, conflict, errorNames } from '#lib/core/errors.ts';
import { hashOf } from '#lib/core/ids.ts';
import { after, DAY_MS } from '#lib/core/time.ts';
import type { Reader, Writer } from '#lib/data/store.ts';
import { IdempotencyRows } from '#lib/store/collections.ts';

const KEPT_MS = 30 * DAY_MS;

/** As it is sent: 1 to 255 visible ASCII characters, chosen by the caller. */
export const idempotencyKey = z.string().regex(/^[\x21-\x7e]{1,255}$/, 'must be 1 to 255 visible ASCII characters');

/** The headers of a route that supports an Idempotency-Key. */
export const onceHeaders = z.object({ 'idempotency-key': idempotencyKey.optional() });

/** One call that must happen once: its user, its key and its request. */
export type OnceCall = { readonly id: string; readonly userId: string; readonly bodyHash: string };

/** The response to an earlier call with the same key. */
export type Stored =
  | { readonly kind: 'answer'; readonly statusCode: number; readonly body: unknown }
  | { readonly kind: 'refusal'; readonly error: AppError };

/** Names a call by its purpose, its user and its key. Returns null without a key. */
export const onceCall = (purpose: string, userId: string, key: string | undefined, body: unknown): OnceCall | null =>
  key === undefined ? null : { id: hashOf(purpose, userId, key), userId, bodyHash: hashOf(canonicalJson(body)) };

/**
 * Returns the response to the first call with this key, or null when this is the first. Throws IdempotencyMismatch
 * for another body.
 */
export async function findAnswer(t: Reader, call: OnceCall | null): Promise<Stored | null> {
  const row = call && (await t.get(IdempotencyRows, call.id));
  if (!row) return null;
  if (row.data.bodyHash !== call.bodyHash)
    throw conflict('This Idempotency-Key was already used for another request', { code: 'IdempotencyMismatch' });
  const body: unknown = JSON.parse(row.data.body);
  const { statusCode } = row.data;
  return statusCode < 400 ? { kind: 'answer', statusCode, body } : { kind: 'refusal', error: refusalFrom(body) };
}

type Answered = { readonly orderId: string | null; readonly at: Date };

/**
 * Stores a response together with the effect it reports. Of two concurrent calls one stores its response, the other
 * fails with EXISTS.
 */
export function storeResponse(
  t: Writer,
  call: OnceCall | null,
  { orderId, at, statusCode, body }: Answered & { readonly statusCode: number; readonly body: unknown },
): void {
  if (!call) return;
  t.create(IdempotencyRows, call.id, {
    userId: call.userId,
    bodyHash: call.bodyHash,
    orderId,
    statusCode,
    body: JSON.stringify(body),
    createdAt: at.toISOString(),
    expiresAt: after(at, KEPT_MS),
  });
}

/** Stores a refusal that had an effect of its own, so that a repeat is refused with the same words. */
export const storeRefusal = (t: Writer, call: OnceCall | null, error: AppError, answered: Answered): void =>
  storeResponse(t, call, {
    ...answered,
    statusCode: error.status,
    body: { name: error.name, message: error.message, code: error.code, details: error.details },
  });

const refusal = z.object({
  name: z.enum(errorNames as [AppError['name'], ...AppError['name'][]]),
  message: z.string(),
  code: z.string().optional(),
  details: z.record(z.string(), z.string()).optional(),
});

function refusalFrom(body: unknown): AppError {
  const { name, message, code, details } = refusal.parse(body);
  return new AppError(name, message, { ...(code && { code }), ...(details && { details }) });
}
