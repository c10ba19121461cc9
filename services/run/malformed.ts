import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorBody } from '#lib/api/answer-error.ts';
import { type ErrorName, statusOf } from '#lib/core/errors.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Answers what Next would answer with 500: a path that cannot be decoded, and methods nobody serves. */
export function refuseMalformed(request: IncomingMessage, response: ServerResponse): boolean {
  const refusal = refusalOf(request);
  if (!refusal) return false;
  const { error, message } = refusal;
  const body: ErrorBody = { error, message, statusCode: statusOf(error) };
  response
    .writeHead(statusOf(error), {
      'content-type': 'application/json',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      // What the caller may still be sending is of no interest.
      connection: 'close',
      ...(error === 'MethodNotAllowed' && { allow: methods.join(', ') }),
    })
    .end(JSON.stringify(body));
  return true;
}

function refusalOf({ method = 'GET', url = '/' }: IncomingMessage): { error: ErrorName; message: string } | null {
  if (!methods.includes(method)) return { error: 'MethodNotAllowed', message: 'This method is not served' };
  if (!isReadable(url)) return { error: 'ValidationError', message: 'The address cannot be read' };
  return null;
}

function isReadable(url: string): boolean {
  if (!url.startsWith('/')) return false;
  try {
    return !decodeURIComponent(url.split('?', 1)[0] ?? '').includes('\0');
  } catch {
    return false;
  }
}
