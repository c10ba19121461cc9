import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isoTime } from '#lib/core/time.ts';
import { collection } from '#lib/data/collection.ts';
import type { Store } from '#lib/data/store.ts';
import { openFirestore } from '#services/database/firestore.ts';
import { freshProject, sharedEmulator } from '#tests/support/shared-emulator.ts';

const host = await sharedEmulator();
const at = '2031-05-06T07:08:09.012Z';
const later = '2032-05-06T07:08:09.000Z';

const Passes = collection('passes', {
  label: 'Pass',
  schema: z.object({ owner: z.string(), expiresAt: isoTime.nullable() }),
  indexes: [['owner']],
  ttl: 'expiresAt',
});
const Pages = collection('pages', {
  label: 'Page',
  schema: z.object({ text: z.string() }),
  indexes: [],
  version: 3,
});

describe.skipIf(host === null)('what the Firestore driver stores beside a document', () => {
  const projectId = freshProject();
  let store: Store;

  beforeAll(async () => {
    const world = { now: () => new Date('2030-01-01T00:00:00.000Z'), log: () => undefined };
    store = await openFirestore({ ...world, projectId, emulatorHost: host ?? '', collections: [Passes, Pages] });
  });
  afterAll(() => store.close());

  /** Returns a document as the database itself shows it. */
  async function raw(path: string): Promise<Record<string, unknown>> {
    const base = `http://${host}/v1/projects/${projectId}/databases/(default)/documents`;
    const reply = await fetch(`${base}/${path}`, { headers: { authorization: 'Bearer owner' } });
    return ((await reply.json()) as { fields: Record<string, unknown> }).fields;
  }

  it('includes the expiry as a Timestamp for Firestore’s TTL, updated with the field', async () => {
    await store.set(Passes, 'p', { owner: 'ann', expiresAt: at });
    expect(await raw('passes/p')).toMatchObject({ _ttl: { timestampValue: '2031-05-06T07:08:09.012Z' } });

    await store.update(Passes, 'p', { expiresAt: later });
    expect(await raw('passes/p')).toMatchObject({ _ttl: { timestampValue: '2032-05-06T07:08:09Z' } });

    await store.update(Passes, 'p', { owner: 'bob' });
    await store.update(Passes, 'p', { expiresAt: null });
    expect(await raw('passes/p')).toMatchObject({ _ttl: { nullValue: null }, expiresAt: { nullValue: null } });
    expect((await store.need(Passes, 'p')).data).toEqual({ owner: 'bob', expiresAt: null });
  });

  it('includes the collection’s version, hidden from readers', async () => {
    await store.set(Pages, 'p', { text: 'x' });

    expect(await raw('pages/p')).toMatchObject({ _version: { integerValue: '3' } });
    expect((await store.need(Pages, 'p')).data).toEqual({ text: 'x' });
  });
});
