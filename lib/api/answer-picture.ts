import type { Context } from '#lib/context/context.ts';
import { hashOf } from '#lib/core/ids.ts';
import type { RequestHead } from '#lib/core/request-head.ts';
import { DAY_MS } from '#lib/core/time.ts';
import { errorHeadersOf } from './admit.ts';
import { answerError } from './answer-error.ts';
import { isKnownTag } from './known-tag.ts';
import { spendLimit } from './rate-limits.ts';

const DAY_SECONDS = 86_400;
const ROUTE = 'The picture of a shared link';

export type Picture = {
  /** Everything the picture shows: equal words make an equal picture. */
  readonly words: readonly string[];
  /** Draws it as PNG. This takes a tenth of a second of CPU, in another thread where there is one. */
  readonly draw: () => Promise<ArrayBuffer>;
};

/**
 * Responds with a picture that has to be drawn. Each address has a rate limit. Recent pictures are cached, and
 * concurrent callers share one drawing. A caller who has the picture gets 304 and nothing is drawn.
 */
export async function answerPicture(
  ctx: Context,
  request: Pick<RequestHead, 'headers'>,
  find: () => Promise<Picture>,
): Promise<Response> {
  const reply = new Headers();
  try {
    await spendLimit(ctx, 'og', request, reply);
    const { words, draw } = await find();
    const tag = `"${hashOf(...words)}"`;
    reply.set('etag', tag);
    reply.set('cache-control', `public, max-age=${DAY_SECONDS}`);
    if (isKnownTag(tag, request.headers)) return new Response(null, { status: 304, headers: reply });
    const bytes = await ctx.drawings.get(tag, DAY_MS, draw);
    reply.set('content-type', 'image/png');
    return new Response(bytes, { headers: reply });
  } catch (error) {
    return answerError(error, ctx, errorHeadersOf(reply), ROUTE);
  }
}
