import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { clientAddress } from '#lib/api/open-context.ts';
import { PEER_HEADER } from '#lib/api/peer.ts';
import { type Front, type FrontOptions, openFront } from '#services/run/front.ts';
import { PATIENCE } from '#tests/support/patience.ts';

let front: Front | undefined;
afterEach(() => {
  vi.useRealTimers();
  return front?.stop();
});

const hello: FrontOptions['answer'] = async (_, response) => void response.end('hello');

async function listen(answer: FrontOptions['answer'], options: Partial<FrontOptions> = {}): Promise<number> {
  front = openFront({ answer, ...options });
  front.server.listen(0, '127.0.0.1');
  await once(front.server, 'listening');
  return (front.server.address() as AddressInfo).port;
}

/** Speaks raw HTTP, so that a test can send what no HTTP client would send. */
function dial(port: number): {
  readonly socket: Socket;
  readonly received: () => string;
  readonly ended: Promise<unknown>;
} {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  socket.on('error', () => undefined);
  return { socket, received: () => text, ended: once(socket, 'close') };
}

async function talk(port: number, lines: readonly string[]): Promise<string> {
  const { socket, received, ended } = dial(port);
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  await ended;
  return received();
}

describe('openFront', () => {
  it('responds with 404 to an unhandled upgrade and closes the socket', async () => {
    const port = await listen(hello);

    const reply = await talk(port, ['GET /api/x HTTP/1.1', 'Host: x', 'Connection: Upgrade', 'Upgrade: websocket']);

    expect(reply).toMatch(/^HTTP\/1\.1 404 /);
  });

  it('keeps a connection open longer than a proxy does, so that no request hits a closing one', async () => {
    const port = await listen(hello);

    const reply = await fetch(`http://127.0.0.1:${port}/`);

    expect(Number(/timeout=(\d+)/.exec(reply.headers.get('keep-alive') ?? '')?.[1])).toBeGreaterThan(60);
  });

  it('cuts the User-Agent header to what the framework can parse quickly', async () => {
    const seen: (string | undefined)[] = [];
    const port = await listen(async ({ headers }, response) => {
      seen.push(headers['user-agent']);
      response.end();
    });

    for (const agent of ['x'.repeat(8_000), 'Firefox'])
      await fetch(`http://127.0.0.1:${port}/`, { headers: { 'user-agent': agent } });

    expect(seen).toEqual(['x'.repeat(512), 'Firefox']);
  });

  it('passes on only the upgrades of hot reload', async () => {
    const upgrades = new EventEmitter();
    const taken: string[] = [];
    upgrades.on('upgrade', (request: IncomingMessage, socket: Socket) => {
      taken.push(request.url ?? '');
      socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n');
    });
    const port = await listen(hello, { upgrades });
    const upgrade = (path: string) => [`GET ${path} HTTP/1.1`, 'Host: x', 'Connection: Upgrade', 'Upgrade: websocket'];

    const replies = [await talk(port, upgrade('/_next/hmr?id=1')), await talk(port, upgrade('/api/x'))];

    expect(taken).toEqual(['/_next/hmr?id=1']);
    expect(replies.map((reply) => reply.slice(9, 12))).toEqual(['101', '404']);
  });

  it('survives a socket reset in the middle of an upgrade', async () => {
    const port = await listen(hello, { upgrades: new EventEmitter() });
    const { socket, ended } = dial(port);
    socket.write('GET /_next/hmr HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    await once(front?.server ?? new EventEmitter(), 'upgrade');

    socket.resetAndDestroy();
    await ended;

    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('hello');
  });

  it('rejects an invalid address and unsupported methods in the one error shape', async () => {
    const port = await listen(hello);
    const first = async (line: string) => (await talk(port, [line, 'Host: x', 'Connection: close'])).split('\r\n\r\n');

    const [, unreadable = ''] = await first('GET /%E0%A4%A HTTP/1.1');
    const [traceHead = '', trace = ''] = await first('TRACE / HTTP/1.1');
    const [foreign = ''] = await first('GET http://evil.test/ HTTP/1.1');

    expect(unreadable).toContain('"error":"ValidationError"');
    expect(traceHead).toMatch(/405 .*allow: GET/s);
    expect(trace).toContain('"statusCode":405');
    expect(foreign).toMatch(/^HTTP\/1\.1 400 /);
  });

  it.each([
    ['an address that cannot be decoded', ['GET /%E0%A4%A HTTP/1.1', 'Host: x'], 400],
    ['an address with a space', ['GET /a b HTTP/1.1', 'Host: x'], 400],
    ['an unsupported method', ['TRACE / HTTP/1.1', 'Host: x'], 405],
    ['an invalid method', ['BREW / HTTP/1.1', 'Host: x'], 400],
    ['two Host headers', ['GET / HTTP/1.1', 'Host: shop.example', 'HOST: evil.test'], 400],
    ['two equal Host headers', ['GET / HTTP/1.1', 'Host: x', 'Host: x'], 400],
    ['two hosts in one header', ['GET / HTTP/1.1', 'Host: shop.example, evil.test'], 400],
    ['no Host header', ['GET / HTTP/1.1', 'X-Other: x'], 400],
    ['two Host headers of an upgrade', ['GET / HTTP/1.1', 'Host: x', 'Host: y', 'Upgrade: websocket'], 400],
    ['too large headers', ['GET / HTTP/1.1', 'Host: x', `X-Long: ${'x'.repeat(20_000)}`], 431],
  ])('S23 rejects %s with the usual headers, without calling the handler', async (_, lines, status) => {
    let asked = 0;
    const answer: FrontOptions['answer'] = async (...args) => {
      asked += 1;
      return hello(...args);
    };
    const port = await listen(answer, { headers: { 'strict-transport-security': 'max-age=1' } });

    const connection = lines.some((line) => line.startsWith('Upgrade')) ? 'Upgrade' : 'close';
    const [head = '', body = ''] = (await talk(port, [...lines, `Connection: ${connection}`])).split('\r\n\r\n');
    const headers = head.toLowerCase();

    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    for (const name of ['x-content-type-options: nosniff', 'referrer-policy: strict-origin-when-cross-origin'])
      expect(headers).toContain(name);
    for (const name of ['cross-origin-opener-policy: same-origin', 'permissions-policy: ', 'cache-control: private'])
      expect(headers).toContain(name);
    expect(headers).toContain('strict-transport-security: max-age=1');
    if (status !== 431) expect(body).toContain(`"statusCode":${status}`);
    expect(asked).toBe(0);
  });

  it('accepts an HTTP/1.0 request without a Host header', async () => {
    const port = await listen(hello);

    expect(await talk(port, ['GET / HTTP/1.0'])).toMatch(/^HTTP\/1\.1 200 .*hello$/s);
  });

  it('ignores internal headers sent by a client', async () => {
    const seen: IncomingMessage['headers'][] = [];
    const port = await listen(async (request, response) => {
      seen.push(request.headers);
      response.end();
    });

    await fetch(`http://127.0.0.1:${port}/`, { headers: { [PEER_HEADER]: '10.0.0.1', 'x-plaza-locale': 'uk' } });

    const [headers] = seen;
    expect(headers?.[PEER_HEADER]).toBe('127.0.0.1');
    expect(headers?.['x-plaza-locale']).toBeUndefined();
  });

  it('adds the configured HSTS header to each response', async () => {
    const port = await listen(hello, { headers: { 'strict-transport-security': 'max-age=1' } });

    expect((await fetch(`http://127.0.0.1:${port}/`)).headers.get('strict-transport-security')).toBe('max-age=1');
  });
});

describe('stopping', () => {
  /**
   * Stops the clock: from here on no deadline of the server passes, so a connection that ends has ended without a
   * deadline.
   */
  const stopClocks = () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const stream = async (_: IncomingMessage, response: ServerResponse) => {
    response.setHeader('content-type', 'text/event-stream');
    response.write('data: 1\n\n');
  };

  it('ends open streams cleanly, at once', async () => {
    const port = await listen(stream);
    const reply = await fetch(`http://127.0.0.1:${port}/`);
    stopClocks();

    const [, text] = await Promise.all([front?.stop(), reply.text()]);

    expect(text).toBe('data: 1\n\n');
  });

  it('survives a stream that writes after its end', async () => {
    const writing: NodeJS.Timeout[] = [];
    let writes = 0;
    const write = (response: ServerResponse) => {
      response.write('data: 1\n\n');
      writes += 1;
    };
    const port = await listen(async (_, response) => {
      response.setHeader('content-type', 'text/event-stream');
      response.flushHeaders();
      writing.push(setInterval(write, 1, response));
    });
    const reply = await fetch(`http://127.0.0.1:${port}/`);

    await Promise.all([front?.stop(), reply.text().catch(() => '')]);
    const before = writes;
    await vi.waitFor(() => expect(writes).toBeGreaterThan(before + 3), PATIENCE);
    writing.forEach(clearInterval);

    expect(front?.server.listening).toBe(false);
  });

  it('finishes a pending request and accepts no new one', async () => {
    let finish = (): void => undefined;
    const asked = Promise.withResolvers<void>();
    const port = await listen(async (_, response) => {
      finish = () => response.end('done');
      asked.resolve();
    });
    const reply = fetch(`http://127.0.0.1:${port}/`);
    await asked.promise;

    const stopped = front?.stop();
    const refused = await fetch(`http://127.0.0.1:${port}/`).catch((error: Error) => error.name);
    finish();

    expect(await (await reply).text()).toBe('done');
    expect(refused).toBe('TypeError');
    await stopped;
  });

  it('does not wait for idle connections and half-sent requests', async () => {
    const port = await listen(hello);
    const idle = dial(port);
    const half = dial(port);
    half.socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Le');
    await (await fetch(`http://127.0.0.1:${port}/`)).text();
    stopClocks();

    await front?.stop();
    await Promise.all([idle.ended, half.ended]);

    expect(front?.server.listening).toBe(false);
  });

  it('ends an upgraded socket', async () => {
    const port = await listen(hello, { upgrades: new EventEmitter() });
    const { socket, ended } = dial(port);
    socket.write('GET /_next/hmr HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    await once(front?.server ?? new EventEmitter(), 'upgrade');

    await front?.stop();
    await ended;

    expect(socket.destroyed).toBe(true);
  });
});

describe('clientAddress', () => {
  const of = (forwarded: string, hops: number, more: { VERCEL?: string } = {}) =>
    clientAddress(new Headers({ 'x-forwarded-for': forwarded, [PEER_HEADER]: '10.0.0.9' }), {
      TRUSTED_PROXIES: hops,
      VERCEL: more.VERCEL,
    });

  it('S58 trusts X-Forwarded-For only for the configured number of hops', () => {
    expect(of('1.1.1.1, 2.2.2.2', 0)).toBe('10.0.0.9');
    expect(of('1.1.1.1, 2.2.2.2', 1)).toBe('2.2.2.2');
    expect(of('1.1.1.1, 2.2.2.2', 2)).toBe('1.1.1.1');
    expect(of('1.1.1.1', 5)).toBe('1.1.1.1');
    expect(of('', 1)).toBe('10.0.0.9');
  });

  it('trusts the hop that the platform wrote, on Vercel', () => {
    expect(of('6.6.6.6, 2.2.2.2', 0, { VERCEL: '1' })).toBe('2.2.2.2');
  });
});
