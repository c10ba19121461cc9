import { AppError, invalid } from '#lib/core/errors.ts';

/** The size limit of a body where the route sets none. */
export const MAX_BYTES = 256 * 1024;

const tooLarge = (most: number) => new AppError('PayloadTooLarge', `The body must not be larger than ${most} bytes`);

/**
 * Returns the whole body, at most `most` bytes. A larger one is rejected by its declared length before any byte is
 * read, or while it streams in. A compressed body is rejected, because its true size is known too late.
 */
export async function readBytes(request: Request, most: number): Promise<Uint8Array> {
  const declared = Number(request.headers.get('content-length') ?? 0);
  let whole = roomFor(declared >= 0 && declared <= most ? Math.ceil(declared) : 0);
  let size = 0;
  for await (const part of partsOf(request, most)) {
    if (size + part.byteLength > whole.byteLength) {
      const former = whole;
      whole = roomFor(Math.min(most, Math.max(2 * former.byteLength, size + part.byteLength)));
      whole.set(former.subarray(0, size));
    }
    whole.set(part, size);
    size += part.byteLength;
  }
  return whole.subarray(0, size);
}

/** Allocates memory for a body. A large one is shared, so that another thread can read it without a copy. */
const roomFor = (sizeBytes: number): Uint8Array =>
  new Uint8Array(sizeBytes > MAX_BYTES ? new SharedArrayBuffer(sizeBytes) : new ArrayBuffer(sizeBytes));

/** Yields the same body as it streams in. A reader that stops early cancels the rest. */
export async function* partsOf(request: Request, most: number): AsyncGenerator<Uint8Array, void> {
  const encoding = request.headers.get('content-encoding');
  if (encoding !== null && encoding.trim().toLowerCase() !== 'identity')
    throw new AppError('UnsupportedMediaType', 'Send the body without a Content-Encoding');
  if (Number(request.headers.get('content-length') ?? 0) > most) throw tooLarge(most);
  if (request.body === null) return;

  let size = 0;
  const reader = request.body.getReader();
  try {
    for (let next = await nextOf(reader); !next.done; next = await nextOf(reader)) {
      size += next.value.byteLength;
      if (size > most) throw tooLarge(most);
      yield next.value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** A caller that disconnects has sent no valid body. That is not our failure. */
async function nextOf(reader: ReadableStreamDefaultReader<Uint8Array>) {
  try {
    return await reader.read();
  } catch (cause) {
    throw invalid('The body was incomplete', {}, { cause });
  }
}
