import type { HeaderReader } from '#lib/core/request-head.ts';

/** Returns whether the caller still has the response of this ETag. */
export const isKnownTag = (tag: string, headers: HeaderReader): boolean =>
  (headers.get('if-none-match') ?? '').split(',').some((known) => known.trim() === tag);
