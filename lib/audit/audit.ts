import { deviceOf, ipPrefixHash } from '#lib/context/client.ts';
import type { Context } from '#lib/context/context.ts';
import { AppError, codeOf } from '#lib/core/errors.ts';
import { hashId, newId } from '#lib/core/ids.ts';
import type { Writer } from '#lib/data/store.ts';
import { AuditLog } from './collections.ts';
import type { AuditEntry, AuditFacts } from './schemas/audit.ts';

const LONGEST_TARGET = 128;
/** `/api/admin/users`: what follows may be any id a caller makes up. */
const SEGMENTS = 4;

/** What was done to what. `before` and `after` hold what changed, in ids and closed words. */
export type Act = {
  readonly action: string;
  readonly targetType: string;
  readonly targetId: string;
  readonly before?: AuditFacts | null;
  readonly after?: AuditFacts | null;
  readonly reason?: string | null | undefined;
};

/** Puts an act on record in the very transaction of its change: there is never one without the other. */
export function auditRow(write: Pick<Writer, 'create'>, ctx: Context, act: Act & { readonly now: Date }): void {
  write.create(AuditLog, newId('audit'), entryOf(ctx, act, act.now, 'ok'));
}

/**
 * Performs an administrator's act and, where a rule refuses it, puts the attempt on record before the refusal goes on
 * its way. Mistakes in the request itself (400, 404) are no acts.
 */
export async function auditRefusal<R>(ctx: Context, act: Act, perform: () => Promise<R>): Promise<R> {
  try {
    return await perform();
  } catch (error) {
    if (error instanceof AppError && (error.status === 403 || error.status === 409)) {
      const after = { ...act.after, refusedBy: error.code ?? error.name };
      await ctx.data.create(AuditLog, newId('audit'), entryOf(ctx, { ...act, after }, ctx.now(), 'denied'));
    }
    throw error;
  }
}

/**
 * Puts on record that somebody without the rank called a changing admin route: once a minute for each person and group of
 * routes, whatever ids they name, so that a flood of calls is no flood of rows. Reading calls are in the log alone,
 * because no GET writes.
 */
export async function auditTrespass(ctx: Context, { method, url }: Pick<Request, 'method' | 'url'>): Promise<void> {
  if (method === 'GET' || method === 'HEAD') return;
  const now = ctx.now();
  const targetId = new URL(url).pathname.slice(0, LONGEST_TARGET);
  const act = { action: 'route.refused', targetType: 'route', targetId, after: { method } };
  const minute = now.toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length);
  const group = targetId.split('/').slice(0, SEGMENTS).join('/');
  const id = hashId('audit', 'trespass', ctx.user?.id ?? '', method, group, minute);
  try {
    await ctx.data.create(AuditLog, id, entryOf(ctx, act, now, 'denied'));
  } catch (error) {
    if (codeOf(error) !== 'EXISTS') throw error;
  }
}

const entryOf = (ctx: Context, act: Act, now: Date, result: AuditEntry['result']): AuditEntry => ({
  at: now.toISOString(),
  actorId: ctx.user?.id ?? null,
  actorRole: ctx.user?.role ?? null,
  via: ctx.via,
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
