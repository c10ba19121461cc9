import { request } from 'node:http';
import { hostileFiles } from '#tests/fixtures/hostile-files.ts';
import { makePerson } from '#tests/support/browser.ts';
import { formOf } from '#tests/support/upload.ts';
import { expect, test, wear } from './fixtures/shop-test.ts';

const FILES_PER_UPLOAD = 10;
const TOO_MUCH_BYTES = 26 * 1024 * 1024;

test('no hostile file runs in a browser, however it is opened', async ({ browser, world, server }) => {
  const baseURL = server.origin;
  const { cookie } = await makePerson(world, {});
  const context = await browser.newContext({ baseURL });
  await wear(context, cookie, baseURL);
  const urls: string[] = [];
  for (let from = 0; from < hostileFiles.length; from += FILES_PER_UPLOAD) {
    const { raw, headers } = await formOf(hostileFiles.slice(from, from + FILES_PER_UPLOAD));
    const reply = await fetch(`${baseURL}/api/conversations/upload`, {
      method: 'POST',
      headers: { ...headers, cookie: `${cookie.name}=${cookie.value}` },
      body: raw as Uint8Array<ArrayBuffer>,
    });
    const { attachments } = (await reply.json()) as { attachments: { url: string }[] };
    urls.push(...attachments.map(({ url }) => url));
  }
  expect(urls).toHaveLength(hostileFiles.length);

  const ran: string[] = [];
  const downloads: string[] = [];
  const page = await context.newPage();
  page.on('dialog', (dialog) => {
    ran.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('download', (download) => {
    downloads.push(new URL(download.url()).pathname);
    void download.cancel();
  });
  context.on('request', (asked) => {
    if (!asked.url().includes('/api/attachments/')) ran.push(asked.url());
  });
  const inline: string[] = [];
  for (const [at, url] of urls.entries()) {
    // A file that is not shown is downloaded, and its navigation fails.
    const shown = await page.goto(url).catch(() => null);
    const type = shown?.headers()['content-type'] ?? '';
    if (shown?.headers()['content-disposition']?.startsWith('inline')) inline.push(type);
    expect(await page.title(), hostileFiles[at]?.about).not.toBe('owned');
  }

  expect(ran.filter((url) => !url.startsWith('chrome-extension:'))).toEqual([]);
  expect(new Set(downloads).size + inline.length).toBe(urls.length);
  for (const type of inline) expect(type).toMatch(/^(?:image|audio)\/|^application\/pdf$/);
  await context.close();
});

test('a too large file is refused before it is sent completely', async ({ world, server }) => {
  const { cookie } = await makePerson(world, {});
  const boundary = '--x\r\ncontent-disposition: form-data; name="file"; filename="big.bin"\r\n\r\n';

  let sent = 0;
  const status = await new Promise<number>((resolve, reject) => {
    const outgoing = request(`${server.origin}/api/conversations/upload`, {
      method: 'POST',
      headers: { cookie: `${cookie.name}=${cookie.value}`, 'content-type': 'multipart/form-data; boundary=x' },
    });
    let isAnswered = false;
    outgoing.on('response', (reply) => {
      isAnswered = true;
      resolve(reply.statusCode ?? 0);
      reply.resume();
      outgoing.destroy();
    });
    // Bytes still being sent when the server closes are lost with the connection.
    outgoing.on('error', (error) => !isAnswered && reject(error));
    outgoing.write(boundary);
    const part = Buffer.alloc(65_536);
    const pour = (): void => {
      while (!isAnswered && sent < TOO_MUCH_BYTES) {
        sent += part.byteLength;
        if (!outgoing.write(part)) return void outgoing.once('drain', pour);
      }
      if (!isAnswered) outgoing.end();
    };
    pour();
  });

  expect(status).toBe(413);
  expect(sent).toBeLessThan(TOO_MUCH_BYTES);
});
