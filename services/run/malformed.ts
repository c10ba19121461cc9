import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { ErrorBody } from '#lib/api/answer-error.ts';
import { securityHeaders } from '#lib/api/headers/security-headers.ts';
import { type ErrorName, statusOf } from '#lib/core/errors.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

type Headers = Readonly<Record<string, string>>;
type Refusal = { readonly error: ErrorName; readonly message: string };
type Answer = { readonly status: number; readonly headers: Headers; readonly body: string };

/**
 * Rejects requests that Next would answer with 500, and requests that two parsers could read differently. These have a
 * path that cannot be decoded, an unsupported method, or a missing or repeated Host. Returns true when the request was
 * rejected.
 */
export function refuseMalformed(request: IncomingMessage, response: ServerResponse): boolean {
  const refusal = refusalOf(request);
  if (!refusal) return false;
  const { status, headers, body } = answerOf(refusal);
  response.writeHead(status, headers).end(body);
  return true;
}

/** Returns the rejection of an upgrade as raw HTTP, or null. */
export function malformedUpgrade(request: IncomingMessage, shared: Headers): string | null {
  const refusal = refusalOf(request);
  return refusal && lineOf(answerOf(refusal), shared);
}

/** Returns the response to bytes that are not a request, as raw HTTP. `code` is the parser's error code. */
export function unreadableAnswer(code: string | undefined, shared: Headers): string {
  const { headers, ...answer } = answerOf({ error: 'ValidationError', message: 'The request is malformed' });
  const status = statuses[code ?? ''];
  if (status === undefined) return lineOf({ headers, ...answer }, shared);
  const { 'content-type': _, ...others } = headers;
  return lineOf({ status, headers: others, body: '' }, shared);
}
const statuses: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

function answerOf({ error, message }: Refusal): Answer {
  const body: ErrorBody = { error, message, statusCode: statusOf(error) };
  return {
    status: statusOf(error),
    headers: {
      ...Object.fromEntries(securityHeaders.map(({ key, value }) => [key.toLowerCase(), value])),
      'content-type': 'application/json',
      'cache-control': 'private, no-store',
      // The rest of the request is not read.
      connection: 'close',
      ...(error === 'MethodNotAllowed' && { allow: methods.join(', ') }),
    },
    body: JSON.stringify(body),
  };
}

function lineOf({ status, headers, body }: Answer, shared: Headers): string {
  const all = Object.entries({ ...shared, ...headers, 'content-length': String(Buffer.byteLength(body)) });
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...all.map(([name, value]) => `${name}: ${value}`)];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

function refusalOf(request: IncomingMessage): Refusal | null {
  const { method = 'GET', url = '/' } = request;
  if (!methods.includes(method)) return { error: 'MethodNotAllowed', message: 'This method is not supported' };
  if (!isReadable(url)) return { error: 'ValidationError', message: 'The request address is not valid' };
  // Node reads the first Host, but a proxy in front may have used the last.
  if (!isHostClear(request))
    return { error: 'ValidationError', message: 'The request must have exactly one Host header' };
  return null;
}

function isReadable(url: string): boolean {
  if (!url.startsWith('/')) return false;
  // Decoding changes nothing in a path without a percent sign, and most have none.
  if (!url.includes('%')) return !url.includes('\0');
  try {
    return !decodeURIComponent(url.split('?', 1)[0] ?? '').includes('\0');
  } catch {
    return false;
  }
}

/** Returns true when the request has exactly one Host. A client of HTTP/1.0 may omit the header. */
function isHostClear({ rawHeaders, headers: { host }, httpVersion }: IncomingMessage): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count === 0 ? httpVersion === '1.0' : count === 1 && !host?.includes(',');
}
