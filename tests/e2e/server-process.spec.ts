import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import { type Server, startServer } from '#tests/support/server.ts';
import { demoThing } from './fixtures/demo-things.ts';
import { long } from './fixtures/form.ts';

const mug = demoThing('speckled-stoneware-mug');

// Tests the real process with the real build: what `services/run/front.test.ts` shows of its parts must hold for the
// whole.
const folder = mkdtempSync(join(tmpdir(), 'plaza-process-'));
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

const open = (name: string, vars: Record<string, string> = {}): Promise<Server> =>
  startServer(mkdtempSync(join(folder, name)), () => ({ PLAZA_DEMO: '1', ...vars }));

function dial(origin: string, ...lines: readonly string[]): { socket: Socket; heard: Promise<string> } {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  const heard = new Promise<string>((resolve) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });
  socket.write(lines.join('\r\n'));
  return { socket, heard };
}

test('the server itself rejects requests that Next would fail on', async () => {
  const server = await open('edge');
  const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: x', 'Sec-WebSocket-Version: 13'];
  const ask = (line: string, ...more: string[]) => dial(server.origin, line, 'Host: x', ...more, '', '').heard;

  const matched = await ask('GET /api/health HTTP/1.1', ...upgrade);
  const unmatched = await ask('GET /nowhere HTTP/1.1', ...upgrade);
  const unreadable = await ask('GET /%E0%A4%A HTTP/1.1', 'Connection: close');
  const trace = await ask('TRACE / HTTP/1.1', 'Connection: close');
  // A process that was busy for a second reports that until it is free.
  await expect.poll(async () => (await fetch(`${server.origin}/api/health`)).status).toBe(200);
  const ended = await server.close();

  expect([matched, unmatched, unreadable, trace].map((reply) => reply.slice(9, 12))).toEqual([
    '404',
    '404',
    '400',
    '405',
  ]);
  expect(ended.code).toBe(0);
});

test('S19 S23 S24 every kind of response has its headers, and no CORS headers', async () => {
  const server = await open('headers', { APP_ORIGIN: 'https://shop.example' });
  const asked = ['/', '/api/health', '/api/store/products', '/api/nowhere', '/robots.txt'];

  const replies = await Promise.all(
    asked.map((path) => fetch(server.origin + path, { headers: { origin: 'https://evil.test' } })),
  );
  const options = await fetch(`${server.origin}/api/store/cart`, {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.test', 'access-control-request-method': 'POST' },
  });
  await server.close();

  for (const { headers, url } of [...replies, options]) {
    expect(headers.get('x-content-type-options'), url).toBe('nosniff');
    expect(headers.get('referrer-policy'), url).toBe('strict-origin-when-cross-origin');
    expect(headers.get('cross-origin-opener-policy'), url).toBe('same-origin');
    expect(headers.get('permissions-policy'), url).toContain('geolocation=()');
    expect(headers.get('strict-transport-security'), url).toBe('max-age=31536000; includeSubDomains');
    expect(headers.get('x-powered-by'), url).toBeNull();
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  }
  // Pages may use microphone and camera for calls; all other responses deny them.
  const calling = [...replies, options].map(
    ({ headers }) => headers.get('permissions-policy')?.match(/microphone=\S+\)/)?.[0],
  );
  expect(calling.slice(0, 4)).toEqual(['microphone=(self)', ...Array(3).fill('microphone=()')]);
  expect(calling.at(-1)).toBe('microphone=()');
  expect(replies.map(({ headers }) => headers.get('cache-control')).slice(1, 3)).toEqual([
    'private, no-store',
    'public, max-age=0, must-revalidate',
  ]);
  expect(replies[0]?.headers.get('content-security-policy')).toMatch(
    /script-src 'self' 'nonce-[\w+/=]+' 'strict-dynamic';/,
  );
});

test('S20 each page has its own nonce on all its scripts', async () => {
  const server = await open('nonce');
  const pages = await Promise.all([1, 2].map(async () => fetch(`${server.origin}/uk/products`)));
  const [first, second] = pages.map(
    (page) => /'nonce-([^']+)'/.exec(page.headers.get('content-security-policy') ?? '')?.[1],
  );
  const html = (await pages[0]?.text()) ?? '';
  await server.close();

  expect(first).not.toBe(second);
  expect(html).toContain('<html lang="uk"');
  const scripts = [...html.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag).filter((tag) => !tag.includes('ld+json'));
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter((tag) => !tag.includes(`nonce="${first}"`))).toEqual([]);
});

test('S20 S21 a page for a missing file has a policy, and no page is prerendered', long, async () => {
  const server = await open('missing');
  const paths = ['/nowhere', '/uk/nowhere', '/demo/nowhere.webp', '/icons/nowhere.png', '/_next/image/nowhere', '/api'];
  const replies = await Promise.all(paths.map((path) => fetch(server.origin + path)));
  await server.close();
  const { routes } = JSON.parse(readFileSync('.next/prerender-manifest.json', 'utf8')) as { routes: object };

  const pages = replies.filter(({ headers }) => headers.get('content-type')?.startsWith('text/html'));
  expect(replies.map(({ status }) => status)).toEqual(paths.map(() => 404));
  expect(pages.length).toBeGreaterThan(2);
  for (const { headers, url } of pages)
    expect(headers.get('content-security-policy'), url).toContain("base-uri 'none'");
  expect(Object.keys(routes).filter((path) => !path.includes('.'))).toEqual(['/_global-error']);
});

test('S26 a large body is rejected before it is read completely', long, async () => {
  const server = await open('body');
  const chunk = new Uint8Array(64 * 1024);
  let sent = 0;
  const body = new ReadableStream({
    pull(controller) {
      sent += chunk.byteLength;
      if (sent > 60 * 1024 * 1024) controller.close();
      else controller.enqueue(chunk);
    },
  });

  const reply = await fetch(`${server.origin}/api/auth/email/start`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
    duplex: 'half',
  } as RequestInit).then(
    ({ status }) => status,
    () => 'cut off',
  );
  const still = await fetch(`${server.origin}/api/health`);
  await server.close();

  expect([413, 'cut off']).toContain(reply);
  expect(sent).toBeLessThan(20 * 1024 * 1024);
  expect(still.status).toBe(200);
});

test('S58 pages are limited per address, with a page that says so, and files are not', async () => {
  const server = await open('limit');
  const ask = (path: string) =>
    fetch(server.origin + path).then(async (reply) => ({ reply, html: await reply.text() }));
  const pages: number[] = [];
  let asked = 0;
  // Several at once, because all of them have to fall into one minute.
  const askInTurn = async () => {
    while (asked < 601) {
      asked += 1;
      pages.push((await ask('/dev/nowhere')).reply.status);
    }
  };
  await Promise.all(Array.from({ length: 8 }, askInTurn));
  const [refused, file] = [await ask('/uk/products'), await ask('/sw.js')];
  await server.close();

  expect(pages.filter((status) => status !== 404)).toEqual([429]);
  expect([refused.reply.status, file.reply.status]).toEqual([429, 200]);
  expect(refused.html).toContain('<html lang="uk">');
});

test('the demo mailbox responds only under the demo’s host', async () => {
  const server = await open('mailbox');
  const ask = (host: string) =>
    dial(server.origin, 'GET /dev/mailbox HTTP/1.1', `Host: ${host}`, 'Connection: close', '', '').heard;

  const replies = [await ask(new URL(server.origin).host), await ask('localhost'), await ask('evil.test')];
  await server.close();

  expect(replies.map((reply) => reply.slice(9, 12))).toEqual(['200', '200', '404']);
});

test('the share image responds with 304 to a known ETag, and is limited to sixty requests', async () => {
  const server = await open('picture');
  const path = `${server.origin}/og/products/${mug.id}`;
  const first = await fetch(path);
  const bytes = (await first.arrayBuffer()).byteLength;
  const tag = first.headers.get('etag') ?? '';

  const again = await fetch(path, { headers: { 'if-none-match': tag } });
  const rest = await Promise.all(Array.from({ length: 59 }, () => fetch(path).then(({ status }) => status)));
  await server.close();

  expect([first.status, first.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(bytes).toBeGreaterThan(1_000);
  expect([again.status, await again.text()]).toEqual([304, '']);
  expect([rest.filter((status) => status === 200).length, rest.filter((status) => status === 429).length]).toEqual([
    58, 1,
  ]);
});

test('the server stops by itself after SIGTERM, whatever is still connected', async () => {
  const server = await open('stop');
  const idle = dial(server.origin);
  const half = dial(server.origin, 'POST /api/store/cart HTTP/1.1', 'Host: x', 'Content-Le');
  const unread = dial(server.origin, 'GET /api/openapi.json HTTP/1.1', 'Host: x', '', '');
  unread.socket.pause();
  await (await fetch(`${server.origin}/`)).text();

  const ended = await server.close();
  await Promise.all([idle.heard, half.heard]);
  unread.socket.destroy();

  expect(ended).toEqual({ code: 0, signal: null });
  // A process that gave up waiting for a client would not have written the log of its database back.
  expect(existsSync(join(server.folder, 'plaza.db-wal'))).toBe(false);
});
