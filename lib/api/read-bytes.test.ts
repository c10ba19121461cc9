import { describe, expect, it } from 'vitest';
import { readBytes } from '#lib/api/read-bytes.ts';

const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Request('http://localhost/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);

describe('readBytes', () => {
  it('S26 refuses by the declared length before it reads a byte', async () => {
    let pulled = 0;
    const body = new ReadableStream({ pull: () => void pulled++ }, { highWaterMark: 0 });

    await expect(readBytes(post(body, { 'content-length': '101' }), 100)).rejects.toMatchObject({ status: 413 });

    expect(pulled).toBe(0);
  });

  it('S26 stops a stream without length at the cap, however much would follow', async () => {
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

  it('is not fooled by a length that is declared too small', async () => {
    const body = new Blob([new Uint8Array(200)]).stream();

    await expect(readBytes(post(body, { 'content-length': '10' }), 100)).rejects.toMatchObject({ status: 413 });
  });

  it('S26 refuses every content encoding but identity', async () => {
    for (const encoding of ['gzip', 'br', 'deflate', 'gzip, identity'])
      await expect(readBytes(post('{}', { 'content-encoding': encoding }), 100)).rejects.toMatchObject({ status: 415 });

    expect(await readBytes(post('{}', { 'content-encoding': 'identity' }), 100)).toEqual(new Uint8Array([123, 125]));
  });

  it.each([
    ['its length', { 'content-length': '600000' }],
    ['no length', {}],
    ['a wrong length', { 'content-length': '7' }],
    ['a length that is none', { 'content-length': 'many' }],
  ])('gives a large body in shared memory, as it came, with %s', async (_, headers) => {
    const sent = Uint8Array.from({ length: 600_000 }, (_none, at) => at % 251);

    const body = await readBytes(post(new Blob([sent]).stream(), headers as Record<string, string>), 1024 * 1024);

    expect(Buffer.compare(body, sent)).toBe(0);
    expect(body.buffer).toBeInstanceOf(SharedArrayBuffer);
  });

  it('takes exactly the cap, and calls a body that breaks off a bad one', async () => {
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('aborted')) });

    expect((await readBytes(post(new Uint8Array(100)), 100)).byteLength).toBe(100);
    await expect(readBytes(post(broken), 100)).rejects.toMatchObject({ status: 400 });
  });
});
