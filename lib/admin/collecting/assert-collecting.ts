import type { Context } from '#lib/context/context.ts';
import { notFound } from '#lib/core/errors.ts';

/** Throws NotFound on a platform that collects nothing from browsers. */
export async function assertCollecting({ env }: Pick<Context, 'env'>): Promise<void> {
  if (!env.ANALYTICS_COLLECT) throw notFound('Route', 'for collecting');
}
