import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Page } from './page-frame.ts';

/** An order with many lines fits. No honest request is larger. */
const MOST_BYTES = 512 * 1024;

/** A request that the gateway rejects before processing it. */
export class Unfit extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const safe = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cache-control': 'no-store',
};

export function sendJson(response: ServerResponse, json: string, status = 200): void {
  response.writeHead(status, { ...safe, 'content-type': 'application/json; charset=utf-8' }).end(json);
}

export function sendPage(response: ServerResponse, { body, policy }: Page, status = 200): void {
  const headers = { ...safe, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy };
  response.writeHead(status, headers).end(body);
}

export function redirect(response: ServerResponse, status: 302 | 303, location: string): void {
  response.writeHead(status, { ...safe, location }).end();
}

export async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!(chunk instanceof Buffer)) throw new Unfit(400, 'not bytes');
    size += chunk.byteLength;
    if (size > MOST_BYTES) throw new Unfit(413, 'too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Reads a JSON body. Rejects other content types, so that a page of another site cannot send one without a preflight.
 */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) throw new Unfit(415, 'not JSON');
  try {
    return JSON.parse(await readText(request));
  } catch (error) {
    if (error instanceof Unfit) throw error;
    throw new Unfit(400, 'not JSON');
  }
}
