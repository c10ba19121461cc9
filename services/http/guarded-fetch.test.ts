import type { LookupAddress } from 'node:dns';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { isOutsideAddress } from '#lib/core/outside-address.ts';
import { insideTransaction } from '#lib/data/in-transaction.ts';
import { type Guard, GuardedFetchError, guardedFetch } from './guarded-fetch.ts';
import { openModelFetch } from './model-fetch.ts';
import { openRemoteImages } from './remote-images.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const png: RequestListener = (_, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(PNG);

async function serve(answer: RequestListener = png) {
  const asked: { readonly url: string; readonly headers: Readonly<Record<string, unknown>> }[] = [];
  const server = createServer((request, response) => {
    asked.push({ url: request.url ?? '', headers: request.headers });
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { asked, port, at: (path = '/') => `http://127.0.0.1:${port}${path}` };
}

const want = { mostBytes: 1_000, types: ['image/png'], timeoutMs: 60_000 };
const own: Guard = { ownNetwork: true };
const codeOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 'fetched',
    (error: unknown) => (error instanceof GuardedFetchError ? error.code : error),
  );
/** Returns a scripted resolver. Each call returns the next list, and further calls return the last one. */
const resolver = (...answers: readonly (readonly string[])[]) => {
  let calls = 0;
  const lookup = ((_host: string, _options: unknown, done: (error: null, found: LookupAddress[]) => void) => {
    const found = answers[Math.min(calls++, answers.length - 1)] ?? [];
    done(
      null,
      found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  }) as unknown as NonNullable<Guard['lookup']>; // one of its many signatures
  return { lookup, calls: () => calls };
};

describe('guardedFetch', () => {
  const inside = [
    '127.0.0.1',
    '127.1',
    '0x7f000001',
    '2130706433',
    '0177.0.0.1',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '0.0.0.0',
    '0',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    '[::1]',
    '[::]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    'localhost',
    'localhost.',
    'LOCALHOST',
    '[0:0:0:0:0:ffff:127.0.0.1]',
  ];
  it.each(inside)('S43 never reaches this machine, whatever the spelling of its address: %s', async (host) => {
    const server = await serve();
    const url = `http://${host}:${server.port}/`;

    expect(await codeOf(guardedFetch({ ...want, url }, { plain: true }))).toBe('InsideAddress');
    expect(await codeOf(guardedFetch({ ...want, url: url.replace('http:', 'https:') }))).toBe('InsideAddress');
    expect(server.asked).toEqual([]);
  });

  it.each([
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '192.168.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    'fc00::1',
    'fe80::1',
    'ff02::1',
    '2001:db8::1',
    '2002:7f00:1::1',
    '2001::1',
    '100::1',
    'no address',
    '',
  ])('S43 classifies %s as an inside address', (address) => {
    expect(isOutsideAddress(address)).toBe(false);
  });

  it.each(['1.1.1.1', '93.184.216.34', '172.32.0.1', '2606:4700::1111', '2a00:1450::1'])(
    'classifies %s as an outside address',
    (address) => {
      expect(isOutsideAddress(address)).toBe(true);
    },
  );

  it('S43 never reaches this machine by name, even when only one of the name’s addresses is inside', async () => {
    const server = await serve();
    const url = `http://evil.test:${server.port}/`;

    for (const found of [['127.0.0.1'], ['::1'], ['93.184.216.34', '127.0.0.1'], ['::ffff:127.0.0.1'], []]) {
      const { lookup } = resolver(found);
      expect(await codeOf(guardedFetch({ ...want, url }, { plain: true, lookup }))).toBe('InsideAddress');
    }
    expect(server.asked).toEqual([]);
  });

  it('S43 resolves a name once, so that DNS rebinding reaches nothing', async () => {
    const server = await serve();
    const url = `http://rebinding.test:${server.port}/`;

    for (let round = 0; round < 5; round++) {
      const { lookup, calls } = resolver(['192.0.0.9', '203.0.114.1'], ['127.0.0.1']);
      const second = resolver(['203.0.114.1'], ['127.0.0.1']);
      expect(await codeOf(guardedFetch({ ...want, url, timeoutMs: 150 }, { plain: true, lookup }))).toBe(
        'InsideAddress',
      );
      expect(
        await codeOf(guardedFetch({ ...want, url, timeoutMs: 150 }, { plain: true, lookup: second.lookup })),
      ).toMatch(/TimedOut|Failed/);
      expect([calls(), second.calls()]).toEqual([1, 1]);
    }
    expect(server.asked).toEqual([]);
  });

  it.each([
    'file:///etc/passwd',
    'ftp://example.test/',
    'data:image/png;base64,AA',
    'gopher://x.test/',
    'no address',
    '',
    'http://example.test/',
    'https://a:b@example.test/',
  ])('S43 rejects anything but https without credentials: %j', async (url) => {
    expect(await codeOf(guardedFetch({ ...want, url }))).toBe('BadUrl');
  });

  it('returns status, type and bytes, and sends only the necessary headers', async () => {
    const server = await serve();

    const answer = await guardedFetch({ ...want, url: server.at('/a.png?x=1') }, own);

    expect(answer).toMatchObject({ status: 200, type: 'image/png' });
    expect(Buffer.compare(answer.bytes, PNG)).toBe(0);
    expect(server.asked).toMatchObject([{ url: '/a.png?x=1' }]);
    expect(Object.keys(server.asked[0]?.headers ?? {}).sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
  });

  it('S44 follows no redirect', async () => {
    const target = await serve();
    const server = await serve((_, response) => void response.writeHead(302, { location: target.at() }).end());

    expect(await codeOf(guardedFetch({ ...want, url: server.at() }, own))).toBe('Redirect');
    expect(target.asked).toEqual([]);
  });

  const stream: RequestListener = (_, response) => {
    response.writeHead(200, { 'content-type': 'image/png' });
    const more = setInterval(() => response.write('x'.repeat(200)), 2);
    response.on('close', () => clearInterval(more));
  };
  const faults: readonly (readonly [string, RequestListener, string])[] = [
    [
      'too large a content-length',
      (_, r) => void r.writeHead(200, { 'content-type': 'image/png', 'content-length': 5_000 }).end('x'.repeat(5_000)),
      'TooLarge',
    ],
    ['an endless stream', stream, 'TooLarge'],
    ['another content type', (_, r) => void r.writeHead(200, { 'content-type': 'text/html' }).end('<p>'), 'BadType'],
    ['a missing content type', (_, r) => void r.writeHead(200).end('x'), 'BadType'],
    [
      'an error status',
      (_, r) => void r.writeHead(403, { 'content-type': 'image/png' }).end('the secret of this host'),
      'BadStatus',
    ],
    ['silence', () => {}, 'TimedOut'],
    ['an unfinished body', (_, r) => void r.writeHead(200, { 'content-type': 'image/png' }).write('x'), 'TimedOut'],
    ['a broken connection', (q) => void q.socket.destroy(), 'Failed'],
  ];
  it.each(faults)('S44 rejects %s and reveals nothing of the response', async (_, answer, code) => {
    const server = await serve(answer);
    const timeoutMs = code === 'TimedOut' ? 500 : want.timeoutMs;
    const failed = await guardedFetch({ ...want, timeoutMs, url: server.at() }, own).catch((error: unknown) => error);

    expect(failed).toMatchObject({ code });
    expect(String(failed)).not.toMatch(/secret|127\.0\.0\.1/);
  });

  it('ends when its caller aborts', async () => {
    const server = await serve(() => {});
    const gone = new AbortController();
    const answer = codeOf(guardedFetch({ ...want, url: server.at(), signal: gone.signal }, own));

    gone.abort();

    expect(await answer).toBe('Failed');
  });

  it('is never called inside a transaction, which may run again', async () => {
    const server = await serve();

    await expect(insideTransaction(() => guardedFetch({ ...want, url: server.at() }, own))).rejects.toThrow(
      'inside a transaction',
    );
    expect(server.asked).toEqual([]);
  });
});

describe('openModelFetch', () => {
  const post = (url: string, fetch: typeof globalThis.fetch) =>
    fetch(url, {
      method: 'POST',
      body: '{"ask":1}',
      headers: { authorization: 'Bearer key', 'content-type': 'application/json' },
    });

  it('S46 allows public addresses over https, and its own network only when configured', async () => {
    const server = await serve(
      (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}'),
    );

    expect(await codeOf(post(server.at(), openModelFetch({}, 60_000)))).toBe('BadUrl');
    expect(await codeOf(post(server.at().replace('http:', 'https:'), openModelFetch({}, 60_000)))).toBe(
      'InsideAddress',
    );
    expect(await codeOf(post('http://93.184.216.34/', openModelFetch({ ownNetwork: true }, 60_000)))).toBe('BadUrl');
    expect(server.asked).toEqual([]);
    expect(await (await post(server.at(), openModelFetch({ ownNetwork: true }, 60_000))).json()).toEqual({ ok: true });
    expect(server.asked).toMatchObject([{ headers: { authorization: 'Bearer key' } }]);
  });

  it('S46 never allows link-local and other special addresses, even when its own network is allowed', async () => {
    const toSpecial = openModelFetch({ ownNetwork: true, lookup: resolver(['169.254.169.254']).lookup }, 60_000);

    for (const host of ['169.254.169.254', '0.0.0.0', '[fe80::1]', 'metadata.internal'])
      expect(await codeOf(post(`http://${host}/`, toSpecial)), host).toMatch(/^(?:InsideAddress|BadUrl)$/);
    expect(await codeOf(post('https://metadata.internal/', toSpecial))).toBe('InsideAddress');
  });

  it('rejects like fetch on a timeout and on an abort', async () => {
    const server = await serve(() => {});
    const gone = AbortSignal.abort(new Error('gone'));

    await expect(post(server.at(), openModelFetch(own, 100))).rejects.toMatchObject({ name: 'TimeoutError' });
    await expect(
      openModelFetch(own, 60_000)(server.at(), { method: 'POST', body: '{}', signal: gone }),
    ).rejects.toThrow('gone');
  });

  it('returns a refusal as a response, with only the headers that a caller needs', async () => {
    const server = await serve(
      (_, response) =>
        void response
          .writeHead(429, { 'retry-after': '7', 'set-cookie': 'a=b', 'content-type': 'text/html' })
          .end('<p>slow'),
    );

    const answer = await post(server.at(), openModelFetch(own, 60_000));

    expect(answer.status).toBe(429);
    expect([...answer.headers.keys()]).toEqual(['content-type', 'retry-after']);
  });
});

describe('remote images of mails', () => {
  it.each([
    ['89504e470d0a1a0a0000', 'image/png'],
    ['ffd8ffe000104a464946', 'image/jpeg'],
    ['474946383961', 'image/gif'],
    ['524946460000000057454250', 'image/webp'],
    ['0000001c6674797061766966', 'image/avif'],
  ])('S55 get their type from their bytes, not from the content type: %s', async (hex, type) => {
    const server = await serve(
      (_, response) => void response.writeHead(200, { 'content-type': 'image/jpeg' }).end(Buffer.from(hex, 'hex')),
    );

    expect(await openRemoteImages(own).fetch(server.at(), 100)).toMatchObject({ type });
  });

  it.each([
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/png'],
    ['<html>', 'image/gif'],
    ['', 'image/png'],
  ])('S55 are null when the bytes are no image: %j as %s', async (text, type) => {
    const server = await serve((_, response) => void response.writeHead(200, { 'content-type': type }).end(text));

    expect(await openRemoteImages(own).fetch(server.at(), 100)).toBeNull();
  });

  it('S50 are not fetched from this machine, nor above the size limit', async () => {
    const server = await serve();

    expect(await openRemoteImages().fetch(server.at(), 100)).toBeNull();
    expect(server.asked).toEqual([]);
    expect(await openRemoteImages(own).fetch(server.at(), PNG.byteLength - 1)).toBeNull();
    expect(await openRemoteImages(own).fetch(server.at(), PNG.byteLength)).not.toBeNull();
  });
});
