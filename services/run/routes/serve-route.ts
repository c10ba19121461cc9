import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { constants, createGzip, gzip, gzipSync } from 'node:zlib';
import type { ErrorBody } from '#lib/api/answer-error.ts';
import { statusOf } from '#lib/core/errors.ts';
import type { Handlers, Match } from './route-map.ts';

/** Below this a packed answer saves less than a network packet. */
const WORTH_PACKING_BYTES = 1024;
/** Up to here packing takes less time than handing it to another thread. */
const PACKED_AT_ONCE_BYTES = 64 * 1024;
/** The fastest level: half the time of the usual one, and a tenth more bytes. */
const fastest = { level: constants.Z_BEST_SPEED };
const packable = /^(?:application\/(?:json|javascript|xml)|text\/(?!event-stream))/;
const packLarge = promisify(gzip);

export type Serving = {
  /** What addresses of requests begin with. */
  readonly origin: string;
  /** Takes over a body that has a shorter way to the socket; false for all others. */
  readonly sendStraight?: (body: ReadableStream, response: ServerResponse) => boolean;
};

/** Answers a request by a route file as the framework would, without what only pages need of it. */
export async function serveRoute(
  { load, params }: Match,
  request: IncomingMessage,
  response: ServerResponse,
  { origin, sendStraight = () => false }: Serving,
): Promise<void> {
  const left = new AbortController();
  response.once('close', () => left.abort());
  const handlers = await load();
  const method = request.method ?? 'GET';
  const handler = handlers[method] ?? (method === 'HEAD' ? handlers.GET : undefined);
  const reply = handler
    ? await handler(requestOf(request, origin, left.signal), { params: Promise.resolve(params) })
    : notServed(handlers, method);
  await send(reply, request, response, sendStraight);
}

/** Says which methods there are, to who asks and to who used another (RFC 9110 9.3.7, 15.5.6). */
function notServed(handlers: Handlers, method: string): Response {
  const served = Object.keys(handlers).filter((name) => /^[A-Z]+$/.test(name));
  const allow = [...served, ...(served.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort().join(', ');
  const headers = { allow, 'cache-control': 'private, no-store' };
  if (method === 'OPTIONS') return new Response(null, { status: 204, headers });
  const error = 'MethodNotAllowed';
  const body: ErrorBody = { error, message: 'This method is not served here', statusCode: statusOf(error) };
  return Response.json(body, { status: statusOf(error), headers });
}

function requestOf(request: IncomingMessage, origin: string, signal: AbortSignal): Request {
  const { method = 'GET', url = '/', headers: sent } = request;
  const headers = new Headers();
  for (const [name, value] of Object.entries(sent)) {
    if (Array.isArray(value)) for (const each of value) headers.append(name, each);
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

/** The body as it comes, and not a byte of it before somebody asks: what nobody reads the server clears away itself. */
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

/** Headers that add to what the server has set; of any other the route's word is the last. */
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
  if (type.startsWith('application/json')) await sendWhole(reply, response, packs);
  else await sendStream(reply.body, response, packs);
}

/** JSON is whole when it is answered, so it is packed in one go: a stream for each answer costs more than the packing. */
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

/** RFC 9110 12.5.3: named, and not refused by a weight of nought. */
const takesGzip = (accepted: string | string[] | undefined): boolean =>
  String(accepted ?? '')
    .split(',')
    .some((part) => /^\s*(?:x-)?gzip\s*(?:$|;(?!\s*q=0(?:\.0*)?\s*$))/i.test(part));
