import { afterEach, describe, expect, it } from 'vitest';
import { EnvProblem } from '#lib/core/env/env.ts';
import { insideTransaction } from '#lib/data/in-transaction.ts';
import { filesContract } from '#tests/contract/files.contract.ts';
import { openBucketServer } from '#tests/support/bucket-server.ts';
import { openBucket } from './bucket.ts';
import { openFiles } from './open.ts';

const open = async (token = async () => 'token') => {
  const server = await openBucketServer('plaza-files');
  return { server, files: openBucket({ bucket: 'plaza-files', token, endpoint: server.endpoint, waitsMs: [1, 1] }) };
};

filesContract('bucket', async () => {
  const { server, files } = await open();
  return { files, close: () => server.close() };
});

describe('the files in a bucket', () => {
  const closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });
  const fresh = async (token?: () => Promise<string>) => {
    const opened = await open(token);
    closers.push(() => opened.server.close());
    return opened;
  };
  const bytes = new Uint8Array([1, 2, 3]);

  it('are requested by their whole key, each time with a fresh token', async () => {
    let count = 0;
    const { server, files } = await fresh(async () => `t${++count}`);

    await files.put('mail/eml_1/raw', bytes);
    await files.read('mail/eml_1/raw');
    await files.remove(['mail/eml_1/raw']);

    expect(server.calls).toEqual([
      'POST /upload/storage/v1/b/plaza-files/o?uploadType=media&name=mail%2Feml_1%2Fraw Bearer t1',
      'GET /storage/v1/b/plaza-files/o/mail%2Feml_1%2Fraw?alt=media Bearer t2',
      'DELETE /storage/v1/b/plaza-files/o/mail%2Feml_1%2Fraw Bearer t3',
    ]);
  });

  it('are retried after a transient fault', async () => {
    const { server, files } = await fresh();

    for (const fault of [503, 429, 'drop'] as const) {
      server.next(fault, fault);
      await files.put('a', bytes);
    }
    server.next(500);

    expect(await files.read('a')).toEqual(bytes);
    expect(server.calls).toHaveLength(11);
  });

  it('are read again when a response breaks off, and never returned in part', async () => {
    const { server, files } = await fresh();
    const large = Uint8Array.from({ length: 300_000 }, (_, at) => at % 251);
    await files.put('a', large);

    server.next('half', 'half');
    expect(Buffer.compare((await files.read('a')) ?? bytes, large)).toBe(0);
    server.next('half', 'half', 'half');
    await expect(files.read('a')).rejects.toMatchObject({ name: 'ServiceUnavailable', code: 'FilesUnavailable' });
  });

  it('end their stream with an error when a response breaks off', async () => {
    const { server, files } = await fresh();
    await files.put('a', new Uint8Array(300_000));
    server.next('half');

    const opened = await files.open('a');

    expect(opened?.sizeBytes).toBe(300_000);
    await expect(new Response(opened?.bytes ?? null).arrayBuffer()).rejects.toThrow();
  });

  it.each([
    ['three transient faults', [503, 503, 503], 3],
    ['a refusal', [403], 1],
    ['a broken connection', ['drop', 'drop', 'drop'], 3],
  ] as const)('throw ServiceUnavailable after %s, instead of reporting a missing file', async (_, faults, calls) => {
    const { server, files } = await fresh();
    server.next(...faults);

    const failed = await files.read('a').catch((error: unknown) => error);

    expect(failed).toMatchObject({ name: 'ServiceUnavailable', code: 'FilesUnavailable' });
    expect(String(failed)).not.toContain('secret');
    expect(server.calls).toHaveLength(calls);
  });

  it('throw ServiceUnavailable without a token and without a bucket', async () => {
    const without = await fresh(() => Promise.reject(new Error('no account')));
    await expect(without.files.put('a', bytes)).rejects.toMatchObject({ code: 'FilesUnavailable' });
    expect(without.server.calls).toEqual([]);

    const { server } = await fresh();
    const elsewhere = openBucket({ bucket: 'other', token: async () => 't', endpoint: server.endpoint });
    await expect(elsewhere.put('a', bytes)).rejects.toMatchObject({ code: 'FilesUnavailable' });
  });

  it('are never written inside a transaction, which may run again', async () => {
    const { server, files } = await fresh();

    await expect(insideTransaction(() => files.put('a', bytes))).rejects.toThrow('inside a transaction');
    expect(server.calls).toEqual([]);
  });
});

describe('openFiles', () => {
  const settings = { PLAZA_DATA_DIR: '/nonexistent', FILES_BUCKET: 'plaza-files' };

  it('throws for an invalid service account and does not reveal its content', () => {
    const broken = Buffer.from('{"private_key":"sesame"').toString('base64');

    expect(() => openFiles({ ...settings, FIREBASE_SERVICE_ACCOUNT: broken })).toThrow(EnvProblem);
    expect(() => openFiles({ ...settings, FIREBASE_SERVICE_ACCOUNT: broken })).not.toThrow('sesame');
    expect(() => openFiles({ ...settings, FIREBASE_SERVICE_ACCOUNT: undefined })).not.toThrow();
  });
});
