import { AppError, invalid } from '#lib/core/errors.ts';

/** What a body may hold where the route says nothing else. */
export const MAX_BYTES = 256 * 1024;

const tooLarge = (most: number) => new AppError('PayloadTooLarge', `A body here may hold at most ${most} bytes`);

/**
 * The whole body, at most `most` bytes of it: refused by its declared length before a byte is read, and as it streams in
 * when it declares none. A compressed body is refused, because its true size shows too late.
 */
export async function readBytes(request: Request, most: number): Promise<Uint8Array> {
  const encoding = request.headers.get('content-encoding');
  if (encoding !== null && encoding.trim().toLowerCase() !== 'identity')
    throw new AppError('UnsupportedMediaType', 'Send the body without a content encoding');
  if (Number(request.headers.get('content-length') ?? 0) > most) throw tooLarge(most);
  if (request.body === null) return new Uint8Array();

  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (let next = await nextOf(reader); !next.done; next = await nextOf(reader)) {
    size += next.value.byteLength;
    if (size > most) {
      await reader.cancel().catch(() => undefined);
      throw tooLarge(most);
    }
    parts.push(next.value);
  }
  return new Uint8Array(Buffer.concat(parts, size));
}

/** A caller who leaves in the middle has sent no valid body; that is no failure of ours. */
async function nextOf(reader: ReadableStreamDefaultReader<Uint8Array>) {
  try {
    return await reader.read();
  } catch (cause) {
    throw invalid('The body did not arrive whole', {}, { cause });
  }
}
