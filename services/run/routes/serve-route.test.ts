import { once } from 'node:events';
import { request as ask, createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { jsonFileAnswer } from '#lib/api/csv-answer.ts';
import type { Handler, Handlers } from '#services/run/routes/route-map.ts';
import { serveRoute } from '#services/run/routes/serve-route.ts';

let server: Server | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve) ?? resolve(undefined));
});

async function serve(handlers: Handlers, params = {}): Promise<string> {
  const match = { params, load: async () => handlers };
  server = createServer((request, response) => {
    serveRoute(match, request, response, { origin: 'http://localhost:3000' }).catch(() => response.destroy());
  });
  return listening(server);
}

async function listening(toStart: Server): Promise<string> {
  toStart.listen(0, '127.0.0.1');
  await once(toStart, 'listening');
  return `http://127.0.0.1:${(toStart.address() as AddressInfo).port}`;
}

/** Makes one exchange without the decompression that `fetch` does by itself. */
async function bare(origin: string, headers: Record<string, string> = {}, method = 'GET') {
  const [reply] = await once(ask(origin, { headers, method }).end(), 'response');
  const parts: Buffer[] = [];
  for await (const part of reply) parts.push(part as Buffer);
  return {
    status: reply.statusCode as number,
    headers: reply.headers as Record<string, string>,
    body: Buffer.concat(parts),
  };
}

const long = { list: Array.from({ length: 200 }, (_, i) => ({ id: `thing-${i}` })) };
const json: Handler = async () => Response.json(long);

describe('serveRoute', () => {
  it('sends each header once, as the route sets it, and merges Vary', async () => {
    const answer: Handler = async () =>
      new Response('x', { headers: { 'x-content-type-options': 'nosniff', vary: 'a' } });
    const match = { params: {}, load: async () => ({ GET: answer }) };
    server = createServer((request, response) => {
      response.setHeader('x-content-type-options', 'nosniff');
      response.setHeader('vary', 'b');
      void serveRoute(match, request, response, { origin: 'http://localhost' });
    });

    const { headers } = await bare(await listening(server));

    expect([headers['x-content-type-options'], headers.vary]).toEqual(['nosniff', 'b, a, accept-encoding']);
  });

  it('passes method, address, headers, body and path parameters on', async () => {
    const origin = await serve(
      {
        POST: async (request, { params }) =>
          Response.json({
            url: request.url,
            method: request.method,
            type: request.headers.get('content-type'),
            body: await request.text(),
            params: await params,
          }),
      },
      { id: 'x' },
    );

    const reply = await fetch(`${origin}/api/things/x?a=1`, {
      method: 'POST',
      body: 'größer',
      headers: { 'content-type': 'text/x' },
    });

    expect(await reply.json()).toEqual({
      url: 'http://localhost:3000/api/things/x?a=1',
      method: 'POST',
      type: 'text/x',
      body: 'größer',
      params: { id: 'x' },
    });
  });

  it('compresses a long response for clients that accept it, and sends it plain to others', async () => {
    const origin = await serve({ GET: json });

    const packed = await bare(origin, { 'accept-encoding': 'br, gzip' });
    const plain = await bare(origin);
    const refused = await bare(origin, { 'accept-encoding': 'gzip;q=0' });

    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(JSON.parse(gunzipSync(packed.body).toString())).toEqual(long);
    for (const reply of [plain, refused]) {
      expect(reply.headers).toMatchObject({ vary: 'accept-encoding', 'content-length': String(reply.body.byteLength) });
      expect(reply.headers['content-encoding']).toBeUndefined();
      expect(JSON.parse(reply.body.toString())).toEqual(long);
    }
  });

  it('sends a short response uncompressed, and each cookie in its own header', async () => {
    const cookies: Handler = async () => {
      const headers = new Headers([
        ['set-cookie', 'a=1; Path=/'],
        ['set-cookie', 'b=2; Path=/'],
      ]);
      return Response.json({ ok: true }, { status: 201, headers });
    };
    const origin = await serve({ GET: cookies });

    const reply = await bare(origin, { 'accept-encoding': 'gzip' });

    expect(reply.status).toBe(201);
    expect(reply.body.toString()).toBe('{"ok":true}');
    expect(reply.headers['set-cookie']).toEqual(['a=1; Path=/', 'b=2; Path=/']);
  });

  it('responds to HEAD without a body, to OPTIONS with the methods, and to other methods with 405', async () => {
    const origin = await serve({ GET: json, PUT: json });

    const head = await bare(origin, {}, 'HEAD');
    const options = await bare(origin, {}, 'OPTIONS');
    const wrong = await bare(origin, {}, 'DELETE');

    expect([head.status, head.body.byteLength]).toEqual([200, 0]);
    expect([options.status, options.headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS, PUT']);
    expect([wrong.status, wrong.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS, PUT']);
    expect(JSON.parse(wrong.body.toString())).toMatchObject({ error: 'MethodNotAllowed', statusCode: 405 });
  });

  it('keeps the connection usable after an unread or partly read body', async () => {
    const early: Handler = async (request) => {
      if (new URL(request.url).pathname === '/some') {
        const reader = request.body?.getReader();
        await reader?.read();
        await reader?.cancel();
      }
      return Response.json({ early: true }, { status: 401 });
    };
    const origin = await serve({ POST: early, GET: json });
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
    });
    const size = 3_000_000;
    for (const path of ['/none', '/some'])
      socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${size}\r\n\r\n${'x'.repeat(size)}`);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    await once(socket, 'close');

    expect(received.match(/HTTP\/1\.1 (\d+)/g)).toEqual(['HTTP/1.1 401', 'HTTP/1.1 401', 'HTTP/1.1 200']);
  });

  it('streams a body piece by piece, and cancels its source when the client disconnects', async () => {
    const left = Promise.withResolvers<boolean>();
    const stream: Handler = async (request) => {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new TextEncoder().encode('data: one\n\n')),
        cancel: () => left.resolve(request.signal.aborted),
      });
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    };
    const origin = await serve({ GET: stream });
    const call = ask(origin, { headers: { 'accept-encoding': 'gzip' } });
    call.on('error', () => undefined);
    const [reply] = await once(call.end(), 'response');
    const [first] = await once(reply, 'data');

    call.destroy();

    expect(String(first)).toBe('data: one\n\n');
    expect(reply.headers['content-encoding']).toBeUndefined();
    expect(await left.promise).toBe(true);
  });

  it('aborts the signal of a request only when its client leaves before the end', async () => {
    const signals: AbortSignal[] = [];
    const noted: Handler = async (request) => {
      signals.push(request.signal);
      return Response.json({ done: true });
    };
    const origin = await serve({ GET: noted });

    // The second response begins after the first has closed.
    for (let n = 0; n < 2; n++) {
      const [reply] = await once(ask(origin).end(), 'response');
      await once(reply.resume(), 'close');
    }

    expect(signals[0]?.aborted).toBe(false);
  });

  it('streams a JSON download as it is made, and stops making it when the client disconnects', async () => {
    let made = 0;
    const stopped = Promise.withResolvers<void>();
    async function* document() {
      try {
        while (true) {
          made += 1;
          yield `${'x'.repeat(64 * 1024)}\n`;
        }
      } finally {
        stopped.resolve();
      }
    }
    const download: Handler = async () => jsonFileAnswer('mine.json', document());
    const origin = await serve({ GET: download });
    const call = ask(origin);
    call.on('error', () => undefined);
    const [reply] = await once(call.end(), 'response');
    await once(reply, 'data');

    call.destroy();
    await stopped.promise;

    expect(reply.headers['content-disposition']).toBe('attachment; filename="mine.json"');
    expect(made).toBeGreaterThan(0);
  });

  it('compresses a CSV response', async () => {
    const table: Handler = async () =>
      new Response('a,b\r\n1,2\r\n', { headers: { 'content-type': 'text/csv; charset=utf-8' } });
    const origin = await serve({ GET: table });

    const reply = await bare(origin, { 'accept-encoding': 'gzip' });

    expect(reply.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(reply.body).toString()).toBe('a,b\r\n1,2\r\n');
  });
});
