import { INDEX_BUILDING } from '#lib/api/health.ts';
import type { Context } from '#lib/context/context.ts';
import type { Runtime } from '#lib/context/runtime.ts';
import { AppError } from '#lib/core/errors.ts';
import { pagePatternOf, routePatternOf } from './route-patterns.ts';

/** Adds a failure of the server to the errors that administrators see. A refusal of the caller is none. */
export function noteFailure(ctx: Pick<Context, 'errors' | 'user' | 'requestId'>, url: string, thrown: unknown): void {
  if (isRefusal(thrown)) return;
  const path = routePatternOf(new URL(url).pathname);
  ctx.errors.note({ kind: 'server', thrown, path, userId: ctx.user?.id ?? null, requestId: ctx.requestId });
}

/** Adds the failure of a page while it was rendered. */
export function notePageFailure({ errors }: Pick<Runtime, 'errors'>, path: string, thrown: unknown): void {
  if (isRefusal(thrown)) return;
  errors.note({ kind: 'server', thrown, path: pagePatternOf(path), userId: null, requestId: null });
}

/** A process that is still starting refuses as well: probes ask it every few seconds, and nothing is wrong. */
const isRefusal = (thrown: unknown): boolean =>
  thrown instanceof AppError && (thrown.status < 500 || thrown.code === INDEX_BUILDING);

/** Stores the samples and errors that this process has collected. */
export async function flushCollected({ vitals, errors }: Pick<Runtime, 'vitals' | 'errors'>): Promise<void> {
  await Promise.all([vitals.flush(), errors.flush()]);
}
