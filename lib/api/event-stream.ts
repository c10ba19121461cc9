import type { Context } from '#lib/context/context.ts';
import { failureBody } from './answer-error.ts';
import { noteFailure } from './collecting/note-failure.ts';

/** Headers of a response with server-sent events. */
export const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  // `no-transform`: compression would buffer events and cost 226 KB per listener.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
};

const HEARTBEAT_MS = 15_000;

type Served = { readonly event: string; readonly data: unknown };
const encoder = new TextEncoder();
const encoded = ({ event, data }: Served): Uint8Array =>
  encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);

/** Returns whether a caller asks for events rather than JSON. */
export const wantsEvents = ({ headers }: Pick<Request, 'headers'>): boolean =>
  headers.get('accept')?.toLowerCase().includes('text/event-stream') ?? false;

/**
 * Responds with events as they come. A failure ends the stream with the event `error`, whose data is the body that the
 * route would respond with. A comment keeps a silent connection open. When the caller leaves, the source is ended.
 */
export function eventStream(
  ctx: Context,
  { url }: Pick<Request, 'url'>,
  route: string,
  events: AsyncGenerator<Served, void>,
): Response {
  let beat: NodeJS.Timeout | undefined;
  let isLeft = false;
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        beat = setInterval(() => controller.enqueue(encoder.encode(': \n\n')), HEARTBEAT_MS);
        beat.unref();
      },
      async pull(controller) {
        try {
          const { done, value } = await events.next();
          // Nothing may be written to a stream whose reader has left meanwhile.
          if (isLeft) return;
          if (!done) return controller.enqueue(encoded(value));
        } catch (thrown) {
          noteFailure(ctx, url, thrown);
          const event = encoded({ event: 'error', data: failureBody(thrown, ctx, route) });
          if (isLeft) return;
          controller.enqueue(event);
        }
        clearInterval(beat);
        controller.close();
      },
      async cancel() {
        isLeft = true;
        clearInterval(beat);
        await events.return();
      },
    },
    { highWaterMark: 1 },
  );
  return new Response(body, { headers: streamHeaders });
}
