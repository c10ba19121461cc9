import { AppError, invalid } from '#lib/core/errors.ts';

/** What a body may hold where the route says nothing else. */
export const MAX_BYTES = 256 * 1024;

const tooLarge = (most: number) => new AppError('PayloadTooLarge', `A body here may hold at most ${most} bytes`);

/**
 * The whole body, at most `most` bytes of it: refused by its declared length before a byte is read, and as it streams in
 * when it declares none. A compressed body is refused, because its true size shows too late.
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

/** Memory for a body. A large one is shared, so that another thread can read it without a copy. */
const roomFor = (sizeBytes: number): Uint8Array =>
  new Uint8Array(sizeBytes > MAX_BYTES ? new SharedArrayBuffer(sizeBytes) : new ArrayBuffer(sizeBytes));

/** The same as it comes in. Who stops listening in the middle lets go of the rest. */
export async function* partsOf(request: Request, most: number): AsyncGenerator<Uint8Array, void> {
  const encoding = request.headers.get('content-encoding');
  if (encoding !== null && encoding.trim().toLowerCase() !== 'identity')
    throw new AppError('UnsupportedMediaType', 'Send the body without a content encoding');
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

/** A caller who leaves in the middle has sent no valid body; that is no failure of ours. */
async function nextOf(reader: ReadableStreamDefaultReader<Uint8Array>) {
  try {
    return await reader.read();
  } catch (cause) {
    throw invalid('The body did not arrive whole', {}, { cause });
  }
}
