import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { constants, createGzip, gzip, gzipSync } from 'node:zlib';
import type { ErrorBody } from '#lib/api/answer-error.ts';
import { statusOf } from '#lib/core/errors.ts';
import type { Handlers, Match } from './route-map.ts';

/** Below this size compression saves less than a network packet. */
const WORTH_PACKING_BYTES = 1024;
/** Up to this size compression takes less time than handing the body to another thread. */
const PACKED_AT_ONCE_BYTES = 64 * 1024;
/** The fastest level: half the time of the default level, and a tenth more bytes. */
const fastest = { level: constants.Z_BEST_SPEED };
const packable = /^(?:application\/(?:json|javascript|xml)|text\/(?!event-stream))/;
const packLarge = promisify(gzip);

export type Serving = {
  /** The origin that starts the URL of each request. */
  readonly origin: string;
  /** Takes over a body that can be written to the socket directly; returns false for any other body. */
  readonly sendStraight?: (body: ReadableStream, response: ServerResponse) => boolean;
};

/** Serves a request with a route file as the framework would, without the work that only pages need. */
export async function serveRoute(
  { load, params }: Match,
  request: IncomingMessage,
  response: ServerResponse,
  { origin, sendStraight = () => false }: Serving,
): Promise<void> {
  const left = new AbortController();
  // An abort builds an error with a stack, which costs a small route a tenth of its time. After a complete response
  // nothing waits for it.
  response.once('close', () => {
    if (!response.writableFinished) left.abort();
  });
  const handlers = await load();
  const method = request.method ?? 'GET';
  const handler = handlers[method] ?? (method === 'HEAD' ? handlers.GET : undefined);
  const reply = handler
    ? await handler(requestOf(request, origin, left.signal), { params: Promise.resolve(params) })
    : notServed(handlers, method);
  await send(reply, request, response, sendStraight);
}

/** Responds with the allowed methods, to OPTIONS and to an unsupported method (RFC 9110 9.3.7, 15.5.6). */
function notServed(handlers: Handlers, method: string): Response {
  const served = Object.keys(handlers).filter((name) => /^[A-Z]+$/.test(name));
  const allow = [...served, ...(served.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort().join(', ');
  const headers = { allow, 'cache-control': 'private, no-store' };
  if (method === 'OPTIONS') return new Response(null, { status: 204, headers });
  const error = 'MethodNotAllowed';
  const body: ErrorBody = { error, message: 'This route does not support this method', statusCode: statusOf(error) };
  return Response.json(body, { status: statusOf(error), headers });
}

function requestOf(request: IncomingMessage, origin: string, signal: AbortSignal): Request {
  const { method = 'GET', url = '/', headers: sent } = request;
  const headers = new Headers();
  for (const [name, value] of Object.entries(sent)) {
    if (Array.isArray(value)) for (const item of value) headers.append(name, item);
    else if (value !== undefined) headers.set(name, value);
  }
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(origin + url, {
    method,
    headers,
    signal,
    ...(hasBody && { body: bodyOf(request), duplex: 'half' }),
  });
}

/**
 * Returns the request body as a stream that reads no byte before a consumer pulls. The server discards an unread body
 * itself.
 */
function bodyOf(request: IncomingMessage): ReadableStream<Uint8Array> {
  let chunks: AsyncIterator<Uint8Array> | undefined;
  return new ReadableStream(
    {
      async pull(controller) {
        chunks ??= request.iterator({ destroyOnReturn: false });
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks?.return?.();
        request.resume();
      },
    },
    { highWaterMark: 0 },
  );
}

/**
 * These headers are appended to the server's own values. For any other header the route's value replaces the server's.
 */
const lists = ['set-cookie', 'vary'];

async function send(
  reply: Response,
  request: IncomingMessage,
  response: ServerResponse,
  sendStraight: NonNullable<Serving['sendStraight']>,
): Promise<void> {
  response.statusCode = reply.status;
  for (const [name, value] of reply.headers)
    if (lists.includes(name)) response.appendHeader(name, value);
    else response.setHeader(name, value);
  if (reply.body === null || request.method === 'HEAD') {
    await reply.body?.cancel();
    response.end();
    return;
  }
  const type = reply.headers.get('content-type') ?? '';
  const mayPack = packable.test(type) && !reply.headers.has('content-encoding');
  if (mayPack) response.appendHeader('vary', 'accept-encoding');
  const packs = mayPack && takesGzip(request.headers['accept-encoding']);
  if (sendStraight(reply.body, response)) return;
  const isDownload = reply.headers.has('content-disposition');
  if (type.startsWith('application/json') && !isDownload) await sendWhole(reply, response, packs);
  else await sendStream(reply.body, response, packs);
}

/**
 * Sends a JSON body that is not a download. The body is complete, so it is compressed in one call: a stream per
 * response costs more than the compression.
 */
async function sendWhole(reply: Response, response: ServerResponse, packs: boolean): Promise<void> {
  const bytes = new Uint8Array(await reply.arrayBuffer());
  const isWorthIt = packs && bytes.byteLength >= WORTH_PACKING_BYTES;
  if (isWorthIt) response.setHeader('content-encoding', 'gzip');
  const sent = isWorthIt ? await pack(bytes) : bytes;
  response.setHeader('content-length', sent.byteLength);
  response.end(sent);
}

const pack = (bytes: Uint8Array): Uint8Array | Promise<Uint8Array> =>
  bytes.byteLength <= PACKED_AT_ONCE_BYTES ? gzipSync(bytes, fastest) : packLarge(bytes, fastest);

async function sendStream(body: ReadableStream, response: ServerResponse, packs: boolean): Promise<void> {
  if (packs) {
    response.setHeader('content-encoding', 'gzip');
    response.removeHeader('content-length');
  }
  response.flushHeaders();
  const source = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
  if (packs) await pipeline(source, createGzip(fastest), response);
  else await pipeline(source, response);
}

/** Returns true when the client accepts gzip: gzip is named and its weight is not 0 (RFC 9110 12.5.3). */
const takesGzip = (accepted: string | string[] | undefined): boolean =>
  String(accepted ?? '')
    .split(',')
    .some((part) => /^\s*(?:x-)?gzip\s*(?:$|;(?!\s*q=0(?:\.0*)?\s*$))/i.test(part));
