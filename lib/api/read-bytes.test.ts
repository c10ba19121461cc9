import { describe, expect, it } from 'vitest';
import { readBytes } from '#lib/api/read-bytes.ts';

const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Request('http://localhost/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);

describe('readBytes', () => {
  it('S26 rejects a declared length over the limit before reading a byte', async () => {
    let pulled = 0;
    const body = new ReadableStream({ pull: () => void pulled++ }, { highWaterMark: 0 });

    await expect(readBytes(post(body, { 'content-length': '101' }), 100)).rejects.toMatchObject({ status: 413 });

    expect(pulled).toBe(0);
  });

  it('S26 stops reading a stream without a declared length at the limit', async () => {
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536));
      },
    });

    await expect(readBytes(post(body), 256 * 1024)).rejects.toMatchObject({ status: 413 });

    expect(sent).toBeLessThan(512 * 1024);
  });

  it('enforces the limit when the declared length is too small', async () => {
    const body = new Blob([new Uint8Array(200)]).stream();

    await expect(readBytes(post(body, { 'content-length': '10' }), 100)).rejects.toMatchObject({ status: 413 });
  });

  it('S26 rejects every content encoding except identity', async () => {
    for (const encoding of ['gzip', 'br', 'deflate', 'gzip, identity'])
      await expect(readBytes(post('{}', { 'content-encoding': encoding }), 100)).rejects.toMatchObject({ status: 415 });

    expect(await readBytes(post('{}', { 'content-encoding': 'identity' }), 100)).toEqual(new Uint8Array([123, 125]));
  });

  it.each([
    ['the right length', { 'content-length': '600000' }],
    ['no length', {}],
    ['a wrong length', { 'content-length': '7' }],
    ['an invalid length', { 'content-length': 'many' }],
  ])('returns a large body unchanged in shared memory, with %s', async (_, headers) => {
    const sent = Uint8Array.from({ length: 600_000 }, (_none, at) => at % 251);

    const body = await readBytes(post(new Blob([sent]).stream(), headers as Record<string, string>), 1024 * 1024);

    expect(Buffer.compare(body, sent)).toBe(0);
    expect(body.buffer).toBeInstanceOf(SharedArrayBuffer);
  });

  it('accepts a body of exactly the limit and rejects an aborted body with 400', async () => {
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('aborted')) });

    expect((await readBytes(post(new Uint8Array(100)), 100)).byteLength).toBe(100);
    await expect(readBytes(post(broken), 100)).rejects.toMatchObject({ status: 400 });
  });
});
