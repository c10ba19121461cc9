import { auditRow } from '#lib/audit/audit.ts';
import type { UserContext } from '#lib/context/context.ts';
import { AppError } from '#lib/core/errors.ts';
import type { Row } from '#lib/data/store.ts';
import { Callbacks } from '#lib/payments/collections.ts';
import type { CallbackRow } from '#lib/payments/schemas/callback.ts';
import type { CallbackView } from '#lib/payments/schemas/callback-view.ts';
import { toCallbackView } from './callback-view.ts';
import { applyCallback } from './receive-callback.ts';

/**
 * Retries a callback that was given up, on an admin's request. From then on it is owed again like any other: a crash
 * here loses nothing, and another failure gives it up again. Other callbacks stay as they are, so a double click
 * applies once. Throws ServiceUnavailable when the gateway must be asked and does not reply.
 */
export async function retryCallback(
  ctx: UserContext,
  id: string,
): Promise<{ readonly callback: CallbackView; readonly retried: boolean }> {
  const owed = await oweAgain(ctx, id);
  if (owed) await applyAgain(ctx, owed);
  return { callback: toCallbackView(await ctx.data.need(Callbacks, id)), retried: owed !== null };
}

function oweAgain(ctx: UserContext, id: string): Promise<Row<CallbackRow> | null> {
  const now = ctx.now();
  const state = 'received';
  return ctx.data.tx(
    async (t) => {
      const row = await t.need(Callbacks, id);
      if (row.data.state !== 'poison') return null;
      t.update(Callbacks, id, { state, updatedAt: now.toISOString() });
      auditRow(t, ctx, {
        action: 'callback.retried',
        targetType: 'callback',
        targetId: id,
        before: { state: row.data.state, tries: row.data.tries },
        after: { state },
        now,
      });
      return { ...row, data: { ...row.data, state } };
    },
    { lane: `${Callbacks.name}/${id}` },
  );
}

/** A new failure is an outcome, and the row shows it. An unreachable gateway is not, so that error is thrown. */
async function applyAgain(ctx: UserContext, entry: Row<CallbackRow>): Promise<void> {
  try {
    await applyCallback(ctx, entry);
  } catch (error) {
    if (error instanceof AppError && error.name === 'ServiceUnavailable') throw error;
    ctx.log('error', 'callback.failed', { inboxId: entry.id, error });
  }
}
