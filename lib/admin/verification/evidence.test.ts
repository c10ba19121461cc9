import { expect, it } from 'vitest';
import { VerificationProcedures } from '#lib/admin/collections.ts';
import type { FileStore } from '#lib/context/ports/files.ts';
import { UploadUse } from '#lib/messaging/collections.ts';
import { QUOTA_BYTES } from '#lib/messaging/limits.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { openMemoryFiles } from '#tests/support/memory-files.ts';
import { pdfOf, putProcedure } from '#tests/support/verification.ts';
import { addEvidence } from './evidence.ts';
import { purgeEvidence } from './evidence-purge.ts';
import { withdrawProcedure } from './own-procedures.ts';
import { reviewProcedure } from './review.ts';

async function open() {
  const files = openMemoryFiles();
  const world = await testContext({ files });
  const olena = await asUser(world);
  const number = await putProcedure(olena, { withFile: false });
  const row = async () => (await world.data.need(VerificationProcedures, number)).data;
  const add = (put: FileStore['put'] = (key, bytes) => files.put(key, bytes)) =>
    addEvidence({ ...olena, files: { ...files, put } }, number, { kind: 'selfie', file: pdfOf('a face') });
  return { world, files, olena, number, row, add };
}
const failing = () => Promise.reject(new Error('the disk is full'));

it('an upload whose bytes cannot be stored leaves no entry, and the next upload stores the file', async () => {
  const { files, row, add } = await open();

  await expect(add(failing)).rejects.toThrow('the disk is full');
  expect((await row()).evidence).toEqual([]);

  expect((await add()).created).toBe(true);
  expect(files.keys()).toEqual((await row()).evidence.map(({ storageKey }) => storageKey));
});

it('an upload of the same bytes beside a failing one keeps the file', async () => {
  const { files, row, add } = await open();

  const failed = add(async () => {
    await add();
    throw new Error('the disk is full');
  });

  await expect(failed).rejects.toThrow('the disk is full');
  expect((await row()).evidence).toMatchObject([{ storedAt: expect.any(String) }]);
  expect(files.keys()).toEqual((await row()).evidence.map(({ storageKey }) => storageKey));
});

it('a failed upload removes bytes that were written before it failed, and gives the quota back', async () => {
  const { world, files, olena, add } = await open();

  const failed = add(async (key, bytes) => {
    await files.put(key, bytes);
    throw new Error('the answer was lost');
  });

  await expect(failed).rejects.toThrow('the answer was lost');
  expect(files.keys()).toEqual([]);
  expect((await world.data.need(UploadUse, olena.user.id)).data.bytes).toBe(0);
});

it('a file counts as evidence only once its bytes are stored', async () => {
  const { world, number, add } = await open();
  const admin = await asUser(world, { role: 'admin' });
  const approve = () => reviewProcedure(admin, number, 'approve', {});
  const refusals: unknown[] = [];

  await add(async () => {
    await approve().catch((error: unknown) => refusals.push(error));
  });

  expect(refusals).toMatchObject([{ facts: { code: 'EvidenceMissing' } }]);
  expect((await approve()).procedure.status).toBe('approved');
});

it('an upload that ends after the purge of its file removes its bytes', async () => {
  const { world, files, olena, number, add } = await open();

  const late = add(async (key, bytes) => {
    await withdrawProcedure(olena, number);
    await purgeEvidence(world, number);
    await files.put(key, bytes);
  });

  await expect(late).rejects.toMatchObject({ status: 404 });
  expect(files.keys()).toEqual([]);
  expect((await world.data.need(UploadUse, olena.user.id)).data.bytes).toBe(0);
});

it('S57 files of withdrawn applications count against the quota until they are purged', async () => {
  const { world, olena, number, add } = await open();
  await world.data.set(UploadUse, olena.user.id, { bytes: QUOTA_BYTES - 20 });
  await add();
  await withdrawProcedure(olena, number);
  const again = await putProcedure(olena, { withFile: false });
  const more = () => addEvidence(olena, again, { kind: 'selfie', file: pdfOf('a face') });

  await expect(more()).rejects.toMatchObject({ facts: { code: 'QuotaExceeded' } });

  await purgeEvidence(world, number);
  expect((await more()).created).toBe(true);
});

it('an upload removes its bytes and responds with 404 when its entry was dropped meanwhile', async () => {
  const { world, files, number, add } = await open();

  const dropped = add(async (key, bytes) => {
    await files.put(key, bytes);
    await world.data.update(VerificationProcedures, number, { evidence: [] });
  });

  await expect(dropped).rejects.toMatchObject({ status: 404 });
  expect(files.keys()).toEqual([]);
});
