import { beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_ATTACHMENTS } from '#lib/messaging/limits.ts';
import type { UploadedFile } from '#lib/messaging/schemas/attachment.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import { isUploading, TooLarge, UploadQueue, uploadedOf } from './upload-queue.ts';

type Call = { file: File; progress: (share: number) => void; signal: AbortSignal } & PromiseWithResolvers<UploadedFile>;
let calls: Call[];
let queue: UploadQueue;

const file = (name: string, size = 3) => new File(['x'.repeat(size)], name);
const answer = (name: string): UploadedFile => ({
  ...{ id: `att_${name}`, url: '', name, mimeType: 'text/plain', size: 3, kind: 'file', sha256: '', expiresAt: '' },
});
const finish = async (name: string) => {
  calls.find((call) => call.file.name === name)?.resolve(answer(name));
  await vi.waitUntil(() => queue.items.find((item) => item.file.name === name)?.state !== 'sending', PATIENCE);
};
const states = () => queue.items.map(({ file: { name }, state }) => `${name} ${state}`);

beforeEach(() => {
  calls = [];
  let count = 0;
  queue = new UploadQueue({
    maxBytes: 10,
    newId: () => `up_${count++}`,
    onChange: () => undefined,
    send: (sent, { onProgress, signal }) => {
      const call = { file: sent, progress: onProgress, signal, ...Promise.withResolvers<UploadedFile>() };
      signal.addEventListener('abort', () => call.reject(signal.reason));
      calls.push(call);
      return call.promise;
    },
  });
});

describe('UploadQueue', () => {
  it('uploads two files at a time, and returns the IDs in the order the files were added', async () => {
    queue.add([file('a'), file('b'), file('c')]);
    expect(states()).toEqual(['a sending', 'b sending', 'c waiting']);

    await finish('b');
    expect(states()).toEqual(['a sending', 'b done', 'c sending']);
    await finish('c');
    await finish('a');

    expect(uploadedOf(queue.items).map(({ id }) => id)).toEqual(['att_a', 'att_b', 'att_c']);
    expect(isUploading(queue.items)).toBe(false);
  });

  it('does not upload a file over the limit, not even on a retry', () => {
    queue.add([file('huge', 11), file('full', 10)]);

    expect(states()).toEqual(['huge failed', 'full sending']);
    expect(queue.items[0]?.problem).toBeInstanceOf(TooLarge);
    queue.retry('up_0');
    expect(calls.map((call) => call.file.name)).toEqual(['full']);
  });

  it('accepts no more files than a message may have, and returns how many it left out', () => {
    queue.add([file('a')]);

    expect(queue.add(Array.from({ length: 12 }, (_, at) => file(`f${at}`)))).toBe(3);
    expect(queue.items).toHaveLength(MAX_ATTACHMENTS);
  });

  it('aborts the upload of a removed file, and starts the next upload', async () => {
    queue.add([file('a'), file('b'), file('c')]);
    queue.remove('up_0');

    expect(calls[0]?.signal.aborted).toBe(true);
    await vi.waitUntil(() => calls.length === 3, PATIENCE);
    expect(states()).toEqual(['b sending', 'c sending']);
  });

  it('keeps a failed file with its reason, and uploads the file again on a retry', async () => {
    queue.add([file('a')]);
    calls[0]?.reject(new Error('no line'));
    await vi.waitUntil(() => queue.items[0]?.state === 'failed', PATIENCE);
    expect(queue.items[0]?.problem).toMatchObject({ message: 'no line' });

    queue.retry('up_0');
    calls[1]?.resolve(answer('a'));

    await vi.waitUntil(() => queue.items[0]?.state === 'done', PATIENCE);
    expect(queue.items[0]?.problem).toBeNull();
  });

  it('ignores the uploads of cleared files', async () => {
    queue.add([file('a'), file('b')]);
    queue.clear();
    calls[0]?.progress(0.5);
    queue.add([file('c')]);

    await vi.waitUntil(() => calls.length === 3, PATIENCE);
    await finish('c');
    expect(states()).toEqual(['c done']);
  });
});
