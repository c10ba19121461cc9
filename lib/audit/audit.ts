import { deviceOf, ipPrefixHash } from '#lib/context/client.ts';
import type { Context } from '#lib/context/context.ts';
import { AppError, codeOf } from '#lib/core/errors.ts';
import { hashId, newId } from '#lib/core/ids.ts';
import type { Writer } from '#lib/data/store.ts';
import { AuditLog } from './collections.ts';
import type { AuditEntry, AuditFacts } from './schemas/audit.ts';

const LONGEST_TARGET = 128;
/**
 * The path segments that name a group of routes, as in `/api/admin/users`. Further segments may be any id that a caller
 * invents.
 */
const SEGMENTS = 4;

/** An act and its target. `before` and `after` hold the change, in ids and fixed codes. */
export type Act = {
  readonly action: string;
  readonly targetType: string;
  readonly targetId: string;
  readonly before?: AuditFacts | null;
  readonly after?: AuditFacts | null;
  readonly reason?: string | null | undefined;
};

/** Inserts the audit row of an act in the same transaction as its change: neither exists without the other. */
export function auditRow(write: Pick<Writer, 'create'>, ctx: Context, act: Act & { readonly now: Date }): void {
  write.create(AuditLog, newId('audit'), entryOf(ctx, act, act.now, 'ok'));
}

/** Records a call with its result, whether it changed anything or not. */
export const auditCall = (ctx: Context, act: Act, result: AuditEntry['result']): Promise<unknown> =>
  ctx.data.create(AuditLog, newId('audit'), entryOf(ctx, act, ctx.now(), result));

/** Records an act of reading once: the first time that this user does it to this target. */
export const auditOnce = (ctx: Context, act: Act): Promise<void> =>
  createOnce(ctx, hashId('audit', 'once', act.action, ctx.user?.id ?? '', act.targetId), act, 'ok');

async function createOnce(ctx: Context, id: string, act: Act, result: AuditEntry['result']): Promise<void> {
  try {
    await ctx.data.create(AuditLog, id, entryOf(ctx, act, ctx.now(), result));
  } catch (error) {
    if (codeOf(error) !== 'EXISTS') throw error;
  }
}

/**
 * Performs an administrator's act. If a rule rejects it, records the attempt and rethrows the error. Errors in the
 * request itself (400, 404) are not acts.
 */
export async function auditRefusal<R>(ctx: Context, act: Act, perform: () => Promise<R>): Promise<R> {
  try {
    return await perform();
  } catch (error) {
    if (error instanceof AppError && (error.status === 403 || error.status === 409)) {
      await recordRefusal(ctx, act, error);
    }
    throw error;
  }
}

/** The refusals that are on record. A route must not record one that its rule has recorded with its target. */
const recorded = new WeakSet<AppError>();

async function recordRefusal(ctx: Context, act: Act, error: AppError): Promise<void> {
  const after = { ...act.after, refusedBy: error.code ?? error.name };
  await ctx.data.create(AuditLog, newId('audit'), entryOf(ctx, { ...act, after }, ctx.now(), 'denied'));
  recorded.add(error);
}

/**
 * Records that a rule refused a changing call of an administrator (403, 409), unless `auditRefusal` has done so. Most
 * rules need no record of their own: the path names the target.
 */
export async function auditRefusedCall(
  ctx: Context,
  { method, url }: Pick<Request, 'method' | 'url'>,
  error: unknown,
): Promise<void> {
  if (!(error instanceof AppError) || recorded.has(error)) return;
  if ((error.status !== 403 && error.status !== 409) || method === 'GET' || method === 'HEAD') return;
  const targetId = new URL(url).pathname.slice(0, LONGEST_TARGET);
  await recordRefusal(ctx, { action: 'route.refused', targetType: 'route', targetId, after: { method } }, error);
}

/**
 * Records that a user without the required role called a changing admin route. It inserts at most one row a minute for
 * each user and group of routes, whatever ids the calls name. So a flood of calls causes no flood of rows. Reading
 * calls appear only in the log, because no GET writes.
 */
export async function auditTrespass(ctx: Context, { method, url }: Pick<Request, 'method' | 'url'>): Promise<void> {
  if (method === 'GET' || method === 'HEAD') return;
  const now = ctx.now();
  const targetId = new URL(url).pathname.slice(0, LONGEST_TARGET);
  const act = { action: 'route.refused', targetType: 'route', targetId, after: { method } };
  const minute = now.toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length);
  const group = targetId.split('/').slice(0, SEGMENTS).join('/');
  const id = hashId('audit', 'trespass', ctx.user?.id ?? '', method, group, minute);
  await createOnce(ctx, id, act, 'denied');
}

const entryOf = (ctx: Context, act: Act, now: Date, result: AuditEntry['result']): AuditEntry => ({
  at: now.toISOString(),
  actorId: ctx.user?.id ?? null,
  actorRole: ctx.user?.role ?? null,
  via: ctx.via,
  ...(ctx.tokenId !== undefined && { tokenId: ctx.tokenId }),
  action: act.action,
  targetType: act.targetType,
  targetId: act.targetId,
  before: act.before ?? null,
  after: act.after ?? null,
  reason: act.reason ?? null,
  requestId: ctx.requestId,
  ipPrefixHash: ipPrefixHash(ctx.keys.session, ctx.client),
  device: deviceOf(ctx.client),
  result,
});
