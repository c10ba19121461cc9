import { deviceOf, ipPrefixHash } from '#lib/auth/client.ts';
import type { Context } from '#lib/core/context.ts';
import { AppError } from '#lib/core/errors.ts';
import { newId } from '#lib/core/ids.ts';
import type { Writer } from '#lib/data/store.ts';
import { AuditLog } from './collections.ts';
import type { AuditEntry, AuditFacts } from './schemas/audit.ts';

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
