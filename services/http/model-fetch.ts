import { type Guard, GuardedFetchError, guardedFetch } from './guarded-fetch.ts';

const MOST_BYTES = 4 * 1024 * 1024;
const TYPES = ['application/json', 'text/event-stream'];
/** The response headers that a caller needs besides the body. */
const kept = ['content-type', 'retry-after'] as const;

/**
 * Returns a `fetch` for the address of a model, which a person typed into a form. It reaches only public machines over
 * https. With `ownNetwork` it also reaches this machine and its network. It sends only text bodies, and resolves when
 * the response is complete.
 */
export function openModelFetch(
  guard: Pick<Guard, 'ownNetwork' | 'lookup'>,
  timeoutMs: number,
): typeof globalThis.fetch {
  return async (input, init = {}) => {
    if (typeof init.body !== 'string') throw new TypeError('the guarded fetch can send only text');
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

/** Returns the error that a caller of `fetch` expects: the caller's own abort reason, or a timeout. */
function asFetchFails(error: unknown, signal: AbortSignal | null): unknown {
  if (signal?.aborted) return signal.reason;
  const isLate = error instanceof GuardedFetchError && error.code === 'TimedOut';
  return isLate ? new DOMException('The model did not respond in time', 'TimeoutError') : error;
}
