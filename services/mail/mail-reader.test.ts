import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { readPosted } from '#lib/crm/mailboxes/read-posted.ts';
import type { MailSource, PostedSource } from '#lib/mail/ports.ts';
import { readSource } from '#lib/mail/read-source.ts';
import { openMailReader, type ReaderLimits } from './mail-reader.ts';
import { mailTools } from './mail-tools.ts';

const HEAD = 'From: Ann <ann@x.test>\r\nSubject: Hello\r\nMessage-ID: <1@x.test>\r\n';
const judge = { channelId: 'support', authservId: null, ownAddresses: ['support@plaza.test'] };
const mail = (text: string): MailSource => ({ judge, raw: Buffer.from(text, 'latin1'), wholeBytes: null });
const plain = mail(`${HEAD}\r\nHi\r\n\r\n> before`);
const withFile = mail(
  `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n<b>Hi</b><script>x</script>\r\n--b\r\nContent-Disposition: attachment; filename=a.bin\r\n\r\n${'x'.repeat(2_000)}\r\n--b--\r\n`,
);
/** Decoding takes seconds of CPU time. */
const slow = mail(`${HEAD}Content-Type: text/plain; charset=utf-7\r\n\r\n${'+AGE-'.repeat(1_200_000)}`);
/** Its decoder allocates a number for each character. */
const large = mail(`${HEAD}Content-Type: text/plain; charset=iso-2022-jp\r\n\r\n${'abcdefghij'.repeat(500_000)}`);

/** Returns the niceness of a thread: field 19 of its stat line. The second field may contain spaces. */
const nicenessOf = (thread: string): number =>
  Number(readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[16]);

const opened: ReturnType<typeof openMailReader>[] = [];
function reader(limits: ReaderLimits = {}) {
  const mailReader = openMailReader(new URL('../run/mail-worker.ts', import.meta.url), () => undefined, limits);
  opened.push(mailReader);
  return mailReader;
}
afterAll(() => Promise.all(opened.map((mailReader) => mailReader.close())));

describe('a mail read in a worker thread', () => {
  it('gives the same result as in the main thread: text, safe HTML and files', async () => {
    const mailReader = reader();

    for (const source of [plain, withFile])
      expect(await mailReader.read(source)).toEqual(structuredClone(await readSource(mailTools, source)));
  });

  it('is returned to its own caller among many concurrent ones', async () => {
    const mailReader = reader();
    const numbers = Array.from({ length: 20 }, (_, n) => n);

    const read20 = await Promise.all(numbers.map((n) => mailReader.read(mail(`${HEAD}\r\nnumber ${n}`))));

    expect(read20.map(({ textPreview }) => textPreview)).toEqual(numbers.map((n) => `number ${n}`));
  });

  it('is refused with 503 while too many wait, so that posts cannot fill the memory', async () => {
    const full = reader({ mostWaiting: 3 });

    const answers = await Promise.allSettled(Array.from({ length: 7 }, () => full.read(plain)));

    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(refused.map(({ status, retryAfter }) => [status, retryAfter])).toEqual([
      [503, 5],
      [503, 5],
    ]);
  });

  it('can be read from shared memory', async () => {
    const bytes = Buffer.from(`${HEAD}\r\n${'x'.repeat(3_000_000)}`);
    const raw = new Uint8Array(new SharedArrayBuffer(bytes.byteLength));
    raw.set(bytes);

    const { identity, textBytes, body } = await reader().read({ judge, raw, wholeBytes: null });

    expect([identity.mid, textBytes]).toEqual(['1@x.test', 1024 * 1024]);
    // The text is transferred, because it has a buffer of its own.
    expect(body.file?.buffer.byteLength).toBe(body.file?.byteLength);
  });

  it.skipIf(process.platform !== 'linux')('is read at a lower priority than the event loop', async () => {
    await reader().read(plain);

    expect(readdirSync('/proc/self/task').map(nicenessOf)).toContain(10);
  });

  it('leaves the bytes with the caller when parsing fails', async () => {
    const source = mail(`${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\nx\r\n'.repeat(600)}`);

    const failure = await reader()
      .read(source)
      .catch((error: unknown) => error);

    expect(failure).toMatchObject({ name: 'MailParseError', code: 'TooManyParts', isFinal: false });
    expect('raw' in source && source.raw.byteLength).toBeGreaterThan(5_000);
  });

  it.each([
    ['Timeout', 'CPU time', { cpuMs: 200 }, slow],
    ['OutOfMemory', 'memory', { memoryMb: 40 }, large],
  ] as const)(
    'fails for good with %s when it takes too much %s, and the next mail is read',
    async (code, _, limits, hostile) => {
      const mailReader = reader(limits);

      const [failure, next] = await Promise.all([
        mailReader.read(hostile).catch((error: unknown) => error),
        mailReader.read(plain),
      ]);

      expect(failure).toMatchObject({ name: 'MailParseError', code, isFinal: true });
      expect(next.reply.trim()).toBe('Hi');
      expect((await mailReader.read(plain)).identity.mid).toBe('1@x.test');
    },
  );

  it('fails with Crashed when the worker thread dies of an uncaught error', async () => {
    const dies = `import { parentPort } from 'node:worker_threads';
      parentPort.on('message', () => setImmediate(() => { throw new Error('outside of any promise'); }));
      parentPort.postMessage('ready');`;
    const mailReader = openMailReader(new URL(`data:text/javascript,${encodeURIComponent(dies)}`), () => undefined);
    opened.push(mailReader);

    const failure = await mailReader.read(plain).catch((error: unknown) => error);

    expect(failure).toMatchObject({ name: 'MailParseError', code: 'Crashed', isFinal: false });
  });

  it('does not block the event loop while it is parsed', async () => {
    let turns = 0;
    let isRead = false;
    const count = () => {
      turns += 1;
      if (!isRead) setImmediate(count);
    };
    count();

    await reader({ cpuMs: 400 })
      .read(slow)
      .catch(() => undefined);
    isRead = true;

    expect(turns).toBeGreaterThan(100);
  });

  it('is refused with 503 after the reader was closed', async () => {
    const closed = reader();
    await closed.close();

    await expect(closed.read(plain)).rejects.toMatchObject({ status: 503 });
  });
});

describe('a posted body read in a worker thread', () => {
  const fields = {
    messageId: '<2@x.test>',
    from: 'Ann <ann@x.test>',
    to: 'Desk <help+1@plaza.test>',
    subject: 'Hello',
    bodyText: 'Hi\n\n> before',
    date: '2026-03-02T09:00:00Z',
  };
  const channel = (id: string) => ({ id, address: `${id}@plaza.test`, aliases: [], authservId: null });
  const post = (body: unknown, contentType = 'application/json'): PostedSource => ({
    posted: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    contentType,
    channels: { all: [channel('support'), channel('help')], defaultId: 'support' },
  });

  it('gives the same result as in the main thread, with its channel', async () => {
    const source = post({ ...fields, bodyText: 'a\u0000b \ud800' });

    const read = await reader().readPosted(source);

    expect(read).toEqual(structuredClone(await readPosted(mailTools, source)));
    expect([read.channelId, read.textPreview]).toEqual(['help', 'ab \ufffd']);
  });

  it.each([
    ['a wrong field', { ...fields, to: 'nobody' }, 400, { to: 'must be an email address' }],
    ['a missing field', { ...fields, date: undefined }, 400, { date: expect.any(String) }],
    ['invalid JSON', '{', 400, {}],
    ['an empty body', '', 400, { body: expect.any(String) }],
    ['deep nesting', '['.repeat(100_000), 400, {}],
  ])('is rejected as in the main thread, naming each field: %s', async (_, body, status, details) => {
    await expect(reader().readPosted(post(body))).rejects.toMatchObject({ status, details });
  });

  it('is rejected with 415 for another content type', async () => {
    await expect(reader().readPosted(post(fields, 'text/plain'))).rejects.toMatchObject({ status: 415 });
  });
});

describe('a stored mail', () => {
  it('has a text of bounded length', async () => {
    const { textBytes, spans, body, hasHtml } = await readSource(
      mailTools,
      mail(`${HEAD}\r\n${'line of text\r\n'.repeat(200_000)}`),
    );

    expect(textBytes).toBe(1024 * 1024);
    expect(spans.at(-1)?.end).toBe(textBytes);
    expect(JSON.parse(body.pieces.join('')).text).toHaveLength(64 * 1024);
    expect(hasHtml).toBe(false);
  });
});
