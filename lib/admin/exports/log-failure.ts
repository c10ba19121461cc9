import type { Context } from '#lib/context/context.ts';

/**
 * Yields the parts of a download. An error after the first part breaks the connection, and the client cannot be told
 * why, so it is logged here with the id of the request.
 */
export async function* logFailure(
  ctx: Context,
  list: string,
  parts: AsyncGenerator<string, void>,
): AsyncGenerator<string, void> {
  try {
    yield* parts;
  } catch (error) {
    ctx.log('error', 'export.failed', { list, requestId: ctx.requestId, error });
    throw error;
  }
}
