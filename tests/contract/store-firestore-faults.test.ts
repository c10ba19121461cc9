import { execFile } from 'node:child_process';
import { createServer, type Server, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { Transaction } from 'firebase-admin/firestore';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { collection } from '#lib/data/collection.ts';
import { inc } from '#lib/data/patch.ts';
import { from } from '#lib/data/query.ts';
import type { Store } from '#lib/data/store.ts';
import { requestDeadlines } from '#services/database/firestore/deadline.ts';
import { type FirestoreOptions, openFirestore } from '#services/database/firestore.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import { openRelay } from '#tests/support/relay.ts';
import { freshProject, sharedEmulator } from '#tests/support/shared-emulator.ts';

const host = await sharedEmulator();
const Notes = collection('notes', { label: 'Note', schema: z.object({ n: z.int() }), indexes: [['n']] });

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  vi.unstubAllEnvs();
});

async function open(options: Partial<FirestoreOptions> & { emulatorHost: string }): Promise<Store> {
  // The SDK would prefer the variable to the option.
  vi.stubEnv('FIRESTORE_EMULATOR_HOST', undefined);
  const store = await openFirestore({
    projectId: freshProject(),
    collections: [Notes],
    now: () => new Date(),
    log: () => undefined,
    ...options,
  });
  ends.push(() => store.close());
  return store;
}

/** Opens a server that accepts connections and never sends anything. */
async function openSilence(): Promise<string> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => sockets.add(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `127.0.0.1:${(server.address() as { port: number }).port}`;
}

// This runs in a separate process: in this one, another file may have loaded the SDK already.
const openHalf = `
  import { createRequire } from 'node:module';
  import { openFirestore } from '#services/database/firestore.ts';
  const isSdk = (path) => /firebase-admin|google-cloud/.test(path);
  const sdkFiles = () => Object.keys(createRequire(process.cwd() + '/x.js').cache).filter(isSdk).length;
  const options = { projectId: 'plaza', collections: [], now: () => new Date(), log: () => undefined };
  const why = await openFirestore(options).then(() => 'open', (error) => error.message);
  const before = sdkFiles();
  await import('firebase-admin/firestore');
  console.log(JSON.stringify({ why, before, after: sdkFiles() }));
`;

describe('opening Firestore', () => {
  it('rejects an incomplete configuration before it loads the SDK', async () => {
    const script = ['--conditions=react-server', '--input-type=module', '--eval', openHalf];
    const { stdout } = await promisify(execFile)(process.execPath, script);

    const { why, before, after } = JSON.parse(stdout);
    expect(why).toContain('FIREBASE_SERVICE_ACCOUNT is missing');
    expect(before).toBe(0);
    expect(after, 'the count sees the SDK where it is loaded').toBeGreaterThan(0);
  });

  it.each([
    ['refuses connections', async () => '127.0.0.1:1'],
    ['accepts connections and stays silent', openSilence],
  ])('fails by its own deadline of five seconds when a host %s', async (_, dead) => {
    const emulatorHost = await dead();

    const opened = open({ emulatorHost, deadlines: requestDeadlines });

    // The message names the limit that ended the call: ours, and not the 44 s of the SDK.
    await expect(opened).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      status: 503,
      message: expect.stringContaining(`within ${requestDeadlines.readMs} ms`),
    });
  });
});

describe.skipIf(host === null)('the Firestore driver in a process', () => {
  it('shares one connection between two stores, and keeps it when one store closes', async () => {
    const projectId = freshProject();
    const first = await open({ emulatorHost: host ?? '', projectId });
    const second = await open({ emulatorHost: host ?? '', projectId });
    await first.set(Notes, 'a', { n: 1 });

    await first.close();
    await first.close();

    expect((await second.need(Notes, 'a')).data.n).toBe(1);
  });

  it('rejects a second configuration for an open database', async () => {
    const projectId = freshProject();
    await open({ emulatorHost: host ?? '', projectId });

    await expect(open({ emulatorHost: '127.0.0.1:1', projectId })).rejects.toThrow('open in this process');
  });

  it('reopens a listener that stayed silent after our own write', async () => {
    const events: string[] = [];
    const store = await open({ emulatorHost: host ?? '', silenceMs: 50, log: (_, event) => void events.push(event) });
    const seen: (readonly string[])[] = [];
    ends.push(store.watch(from(Notes).where('n', '>', 5).limit(9), (rows) => seen.push(rows.map(({ id }) => id))));
    await vi.waitFor(() => expect(seen).toEqual([[]]), PATIENCE);

    await store.set(Notes, 'unseen', { n: 1 });
    await vi.waitFor(() => expect(events).toContain('store.watch_reopened'), PATIENCE);
    await store.set(Notes, 'seen', { n: 6 });

    await vi.waitFor(() => expect(seen).toEqual([[], ['seen']]), PATIENCE);
  });

  it.each([false, true])(
    'continues to watch, read and write after the connection was cut (localOnly %s)',
    async (localOnly) => {
      const relay = await openRelay(host ?? '');
      ends.push(() => relay.close());
      // A listener whose connection was cut may also stay silent; it is then reopened after `silenceMs`, by default as long
      // as the patience of this test.
      const store = await open({ emulatorHost: relay.host, silenceMs: 1_000 });
      const seen: (readonly string[])[] = [];
      const note = (rows: readonly { readonly id: string }[]) => void seen.push(rows.map(({ id }) => id));
      ends.push(store.watch(from(Notes).orderBy('n').limit(9), note, { localOnly }));
      await vi.waitFor(() => expect(seen).toEqual([[]]), PATIENCE);

      relay.cut();
      await vi.waitFor(() => store.set(Notes, 'after', { n: 1 }), PATIENCE);

      await vi.waitFor(() => expect(seen.at(-1)).toEqual(['after']), PATIENCE);
      expect((await store.need(Notes, 'after')).data.n).toBe(1);
    },
  );

  it('applies an increment to an older document once when an applied commit is reported canceled', async () => {
    const projectId = freshProject();
    const older = await open({ emulatorHost: host ?? '', projectId });
    await older.set(Notes, 'a', { n: 1 });
    const Upgraded = collection('notes', {
      label: 'Note',
      schema: z.object({ n: z.int() }),
      indexes: [['n']],
      version: 2,
      migrate: (note) => note,
    });
    const store = await open({ emulatorHost: host ?? '', projectId, collections: [Upgraded] });
    const { commit } = Transaction.prototype as unknown as { commit: () => Promise<void> };
    const spy = vi.spyOn(Transaction.prototype as unknown as { commit: () => Promise<void> }, 'commit');
    ends.push(() => spy.mockRestore());
    spy.mockImplementationOnce(async function (this: unknown) {
      await commit.call(this);
      throw Object.assign(new Error('scripted'), { code: 1, details: 'scripted' });
    });

    await expect(store.update(Upgraded, 'a', { n: inc(1) })).rejects.toMatchObject({ code: 'UNAVAILABLE' });

    expect((await store.need(Upgraded, 'a')).data.n).toBe(2);
  });

  it('reports UNAVAILABLE for a read that misses its deadline', async () => {
    const relay = await openRelay(host ?? '');
    ends.push(() => relay.close());
    const store = await open({ emulatorHost: relay.host, deadlines: { readMs: 3_000, commitMs: 3_000 } });

    relay.freeze();

    await expect(store.get(Notes, 'a')).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 5 });
  });
});
