import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readForm } from './read-form.ts';

const limits = { maxBytes: 100_000, maxFileBytes: 50_000 };
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString();

/** Returns a body that arrives in pieces of the given sizes, and then in one. */
function inPieces(bytes: Uint8Array, sizes: readonly number[]): ReadableStream<Uint8Array> {
  let at = 0;
  const left = [...sizes];
  return new ReadableStream({
    pull(controller) {
      const end = Math.min(bytes.length, at + Math.max(1, left.shift() ?? bytes.length));
      if (at < end) controller.enqueue(bytes.slice(at, end));
      at = end;
      if (at === bytes.length) controller.close();
    },
  });
}
const post = (body: BodyInit, type: string, headers: Record<string, string> = {}) =>
  new Request('http://localhost/', {
    method: 'POST',
    body,
    headers: { 'content-type': type, ...headers },
    duplex: 'half',
  } as RequestInit);
const raw = (text: string, boundary = 'x') => post(text, `multipart/form-data; boundary=${boundary}`);
const part = (head: string, body = '') => `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`;

describe('readForm', () => {
  it('parses the form of a browser like the platform parser, however the stream is split', async () => {
    // Parts of delimiters inside files are the hard case.
    const bits = fc.constantFrom('\r\n', '--', '\r\n--', '----', '-', '\r', '\n', 'a', '\0', 'é');
    const content = fc.array(bits, { maxLength: 30 }).map((list) => list.join(''));
    const names = fc.constantFrom('a.txt', 'звіт "q".pdf', 'a\r\nb', '../x', '%22');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ content, name: names }), { minLength: 1, maxLength: 4 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 60 }),
        async (files, sizes) => {
          const form = new FormData();
          form.append('conversationId', 'cvs_1');
          for (const file of files) form.append('file', new File([file.content], file.name));
          const made = new Request('http://localhost/', { method: 'POST', body: form });
          const bytes = new Uint8Array(await made.clone().arrayBuffer());

          const read = await readForm(post(inPieces(bytes, sizes), made.headers.get('content-type') ?? ''), limits);

          expect(read.conversationId).toBe('cvs_1');
          const got = read.file as readonly { filename: string; bytes: Uint8Array }[];
          expect(got.map((one) => textOf(one.bytes))).toEqual(files.map((file) => file.content));
          // The result must equal that of the platform's own parser.
          const known = (await made.formData()).getAll('file') as File[];
          expect(got.map(({ filename }) => filename)).toEqual(known.map(({ name }) => name));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('accepts a quoted boundary, other parameters, a preamble and an epilogue', async () => {
    const body = `hello\r\n${part('name="t"', 'v')}--x--\r\nbye`;

    for (const type of ['multipart/form-data; boundary="x"', 'Multipart/Form-Data;charset=utf-8; Boundary=x'])
      expect(await readForm(post(body, type), limits)).toEqual({ t: 'v' });
  });

  it('rejects any other content type with 415', async () => {
    for (const type of [
      '',
      'application/json',
      'multipart/mixed; boundary=x',
      'multipart/form-data',
      'text/plain; boundary=x',
    ])
      await expect(readForm(post('--x--', type), limits)).rejects.toMatchObject({ status: 415 });
  });

  it.each([
    ['no content', ''],
    ['no closing boundary', part('name="t"', 'v')],
    ['another boundary', '--y\r\n\r\n--y--'],
    ['a part without a name', '--x\r\nContent-Disposition: form-data\r\n\r\nv\r\n--x--'],
    ['a part without a header', '--x\r\n\r\nv\r\n--x--'],
    ['a part of another disposition', '--x\r\nContent-Disposition: attachment; name="t"\r\n\r\nv\r\n--x--'],
    ['a header without end', `--x\r\n${'a'.repeat(20_000)}`],
    ['a text field sent twice', `${part('name="t"', '1')}${part('name="t"', '2')}--x--`],
    ['a text and a file of the same name', `${part('name="t"', '1')}${part('name="t"; filename="f"', '2')}--x--`],
    ['text after a boundary', '--x y\r\n'],
    ['21 parts', `${Array.from({ length: 21 }, (_, n) => part(`name="t${n}"`)).join('')}--x--`],
  ])('rejects with 400 a body with %s', async (_, body) => {
    await expect(readForm(raw(body), limits)).rejects.toMatchObject({ status: 400 });
  });

  it('rejects with 400 a text that is not UTF-8', async () => {
    const body = Buffer.concat([
      Buffer.from(part('name="t"').slice(0, -2)),
      Buffer.from([0xff]),
      Buffer.from('\r\n--x--'),
    ]);

    await expect(readForm(post(body, 'multipart/form-data; boundary=x'), limits)).rejects.toMatchObject({
      status: 400,
    });
  });

  it('accepts a file of exactly the limit, and rejects a larger file and a long text', async () => {
    const file = (size: number) => raw(`${part('name="file"; filename="f"', 'a'.repeat(size))}--x--`);

    expect((await readForm(file(50_000), limits)).file).toHaveLength(1);
    await expect(readForm(file(50_001), limits)).rejects.toMatchObject({ status: 413 });
    await expect(readForm(raw(`${part('name="t"', 'a'.repeat(4_097))}--x--`), limits)).rejects.toMatchObject({
      status: 413,
    });
  });

  it('S26 cancels the stream when the file or the whole form exceeds its limit', async () => {
    for (const [most, expected] of [
      [{ maxBytes: 10_000_000, maxFileBytes: 100_000 }, 300_000],
      [{ maxBytes: 100_000, maxFileBytes: 10_000_000 }, 300_000],
    ] as const) {
      let sent = 0;
      let isLetGo = false;
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          controller.enqueue(
            sent === 0 ? Buffer.from(part('name="file"; filename="f"').slice(0, -2)) : new Uint8Array(65_536),
          );
          sent += 65_536;
        },
        cancel() {
          isLetGo = true;
        },
      });

      await expect(readForm(post(body, 'multipart/form-data; boundary=x'), most)).rejects.toMatchObject({
        status: 413,
      });

      expect(sent).toBeLessThan(expected);
      expect(isLetGo).toBe(true);
    }
  });

  it('S26 rejects a declared length over the limit, and every content encoding', async () => {
    const declared = post('x', 'multipart/form-data; boundary=x', { 'content-length': '100001' });
    const packed = post('x', 'multipart/form-data; boundary=x', { 'content-encoding': 'gzip' });

    await expect(readForm(declared, limits)).rejects.toMatchObject({ status: 413 });
    await expect(readForm(packed, limits)).rejects.toMatchObject({ status: 415 });
  });

  it('stores a field named like an object member as an ordinary field', async () => {
    const form = await readForm(raw(`${part('name="__proto__"', 'v')}${part('name="constructor"', 'w')}--x--`), limits);

    expect(Object.entries(form)).toEqual([
      ['__proto__', 'v'],
      ['constructor', 'w'],
    ]);
    expect(Object.getPrototypeOf(form)).toBe(Object.prototype);
  });
});
