import { type Guard, GuardedFetchError, guardedFetch } from './guarded-fetch.ts';

const MOST_BYTES = 4 * 1024 * 1024;
const TYPES = ['application/json', 'text/event-stream'];
/** What a caller needs of an answer besides its body. */
const kept = ['content-type', 'retry-after'] as const;

/**
 * `fetch` for the address of a model, which somebody has typed into a form: only public machines over https are reached,
 * besides this one and its network where `ownNetwork` is set. It sends texts, and gives an answer when it is there whole.
 */
export function openModelFetch(
  guard: Pick<Guard, 'ownNetwork' | 'lookup'>,
  timeoutMs: number,
): typeof globalThis.fetch {
  return async (input, init = {}) => {
    if (typeof init.body !== 'string') throw new TypeError('only a text can be sent through the guard');
    const answer = guardedFetch(
      {
        url: input instanceof Request ? input.url : String(input),
        method: 'POST',
        body: init.body,
        headers: {
          ...Object.fromEntries(new Headers(init.headers)),
          'content-length': String(Buffer.byteLength(init.body)),
        },
        mostBytes: MOST_BYTES,
        types: TYPES,
        anyStatus: true,
        timeoutMs,
        ...(init.signal && { signal: init.signal }),
      },
      guard,
    );
    const { status, bytes, headers } = await answer.catch((error: unknown) => {
      throw asFetchFails(error, init.signal ?? null);
    });
    const own = kept.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]] as const] : []));
    return new Response(status === 204 ? null : Buffer.from(bytes), {
      status,
      headers: own.map(([name, value]) => [name, value]),
    });
  };
}

/** What a caller of `fetch` knows: its own reason for giving up, or that the time was over. */
function asFetchFails(error: unknown, signal: AbortSignal | null): unknown {
  if (signal?.aborted) return signal.reason;
  const isLate = error instanceof GuardedFetchError && error.code === 'TimedOut';
  return isLate ? new DOMException('The model did not answer in time', 'TimeoutError') : error;
}
