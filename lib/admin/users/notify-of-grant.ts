import type { z } from 'zod';
import { notifyOperators } from '#lib/admin/processes/notify-operators.ts';
import type { roleGranted } from '#lib/auth/topics.ts';
import type { Context } from '#lib/context/context.ts';

/**
 * Notifies every superadmin of a new administrator, once each, however often it runs. Uses the id, which outlives the
 * name.
 */
export const notifyOfGrant = (
  ctx: Context,
  { userId, role, at }: z.output<typeof roleGranted.payload>,
): Promise<void> =>
  notifyOperators(ctx, {
    template: `operator.${role}_appointed`,
    params: { userId },
    actionUrl: '/admin',
    key: `${userId}:${at}`,
  });
