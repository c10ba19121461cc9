import type { FilePart } from '#lib/context/ports/files.ts';
import { dispositionOf } from './download-answer.ts';

/** A file that others may open, and how to read all or a part of it. */
export type ServedFile = {
  readonly filename: string;
  readonly type: string;
  readonly sizeBytes: number;
  /** True only for types that a browser cannot interpret as anything else. */
  readonly isShown: boolean;
  readonly open: (part?: FilePart) => Promise<ReadableStream<Uint8Array>>;
  /** Who may keep a copy, and how long. By default the browser, for an hour. */
  readonly caching?: string;
  readonly tag?: string;
};

/** A browser may cache a file for an hour, a shared cache may not. */
const CACHING = 'private, max-age=3600';

/**
 * Responds with a file from another user, or with the requested part. It is sandboxed, has no type a browser would
 * guess, and only our own pages may load it (S55, S56).
 */
export async function fileAnswer(file: ServedFile, part: FilePart | 'whole' | 'none'): Promise<Response> {
  const headers = new Headers({
    'accept-ranges': 'bytes',
    'cache-control': file.caching ?? CACHING,
    ...(file.tag !== undefined && { etag: file.tag }),
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  });
  if (part === 'none') {
    headers.set('content-range', `bytes */${file.sizeBytes}`);
    return new Response(null, { status: 416, headers });
  }
  const { from, to } = part === 'whole' ? { from: 0, to: file.sizeBytes - 1 } : part;
  headers.set('content-type', file.isShown ? file.type : 'application/octet-stream');
  headers.set('content-disposition', dispositionOf(file.isShown ? 'inline' : 'attachment', file.filename));
  headers.set('content-length', String(to - from + 1));
  if (part !== 'whole') headers.set('content-range', `bytes ${from}-${to}/${file.sizeBytes}`);
  const bytes = await file.open(part === 'whole' ? undefined : part);
  return new Response(bytes, { status: part === 'whole' ? 200 : 206, headers });
}
