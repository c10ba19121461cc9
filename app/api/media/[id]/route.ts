import { z } from 'zod';
import { defineRoute } from '#lib/api/define-route.ts';
import { fileAnswer } from '#lib/api/file-answer.ts';
import { isKnownTag } from '#lib/api/known-tag.ts';
import { idText } from '#lib/core/ids.ts';
import { wholeInQuery } from '#lib/core/query-values.ts';
import { openMedia } from '#lib/store/media/media-files.ts';
import {
  assertMayChangeMedia,
  getRemovableMedia,
  getVisibleMedia,
  isPublicMedia,
} from '#lib/store/media/media-rights.ts';
import { removeMedia } from '#lib/store/media/remove-media.ts';
import { mediaRemoved } from '#lib/store/schemas/media.ts';

const params = z.object({ id: idText });
/** A size of a picture never changes. */
const PUBLIC = 'public, max-age=2592000, immutable';
const PRIVATE = 'private, no-store';

export const GET = defineRoute({
  summary: 'Get a picture in the size that fits a width',
  auth: 'optional',
  params,
  query: z.object({ w: wholeInQuery('must be a number of 1 to 4000', { least: 1, most: 4_000 }).default(1_080) }),
  load: ({ ctx, params: { id } }) => getVisibleMedia(ctx, id),
  handler: async ({ ctx, query: { w }, request, loaded }) => {
    const caching = isPublicMedia(loaded.data, ctx.now()) ? PUBLIC : PRIVATE;
    const file = openMedia(ctx, loaded, w);
    if (isKnownTag(file.tag, request.headers))
      return new Response(null, { status: 304, headers: { etag: file.tag, 'cache-control': caching } });
    return fileAnswer({ ...file, caching }, 'whole');
  },
});

export const DELETE = defineRoute({
  summary: 'Remove a picture that nothing uses',
  auth: 'session',
  rateLimit: 'media',
  params,
  response: mediaRemoved,
  load: async ({ ctx, params: { id } }) => {
    assertMayChangeMedia(ctx);
    await getRemovableMedia(ctx, id);
  },
  handler: async ({ ctx, params: { id } }) => {
    await removeMedia(ctx, id);
    return { deleted: true as const, id };
  },
});
