import { once } from 'node:events';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';

/** The timeouts of connecting, of silence from the other side, and of the whole call. */
export type Limits = { readonly connectMs: number; readonly idleMs: number; readonly totalMs: number };

export type Post = {
  readonly url: URL;
  readonly type: string;
  readonly body: string;
  readonly limits: Limits;
  readonly mostBytes: number;
  readonly signal?: AbortSignal | undefined;
};

/**
 * Posts a body and returns the body of the reply. Throws when no reply came in time, when it was too long, and at any
 * status but a 2xx. A redirect is not followed. Each call has its own connection: a kept connection that the other
 * side has just closed would leave the outcome of a payment unknown.
 */
export async function post({ url, type, body, limits, mostBytes, signal }: Post): Promise<string> {
  const total = AbortSignal.timeout(limits.totalMs);
  const isSecure = url.protocol === 'https:';
  const outgoing = (isSecure ? secureRequest : plainRequest)(url, {
    method: 'POST',
    agent: false,
    headers: { 'content-type': type, 'content-length': Buffer.byteLength(body), accept: 'application/json' },
    signal: signal ? AbortSignal.any([total, signal]) : total,
  });
  const giveUp = (why: string) => () => outgoing.destroy(new Error(why));
  const connecting = setTimeout(giveUp('no connection in time'), limits.connectMs);
  outgoing.on('socket', (socket) => {
    socket.once(isSecure ? 'secureConnect' : 'connect', () => clearTimeout(connecting));
    socket.setTimeout(limits.idleMs, giveUp('no response in time'));
  });
  // `once` below stops listening at the reply. The reader of the reply gets any later failure.
  outgoing.on('error', () => clearTimeout(connecting));
  try {
    outgoing.end(body);
    const [reply] = (await once(outgoing, 'response')) as [IncomingMessage];
    return await textOfReply(reply, mostBytes);
  } finally {
    clearTimeout(connecting);
    outgoing.destroy();
  }
}

async function textOfReply(reply: IncomingMessage, mostBytes: number): Promise<string> {
  const status = reply.statusCode ?? 0;
  if (status < 200 || status > 299) throw new Error(`the response has status ${status}`);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of reply as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > mostBytes) throw new Error('the response is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
