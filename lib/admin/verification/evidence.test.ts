import { expect, it } from 'vitest';
import { VerificationProcedures } from '#lib/admin/collections.ts';
import type { FileStore } from '#lib/context/ports/files.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { openMemoryFiles } from '#tests/support/memory-files.ts';
import { pdfOf, putProcedure } from '#tests/support/verification.ts';
import { addEvidence } from './evidence.ts';

async function open() {
  const files = openMemoryFiles();
  const world = await testContext({ files });
  const olena = await asUser(world);
  const number = await putProcedure(olena, { withFile: false });
  const row = async () => (await world.data.need(VerificationProcedures, number)).data;
  const add = (put: FileStore['put'] = (key, bytes) => files.put(key, bytes)) =>
    addEvidence({ ...olena, files: { ...files, put } }, number, { kind: 'selfie', file: pdfOf('a face') });
  return { world, files, number, row, add };
}
const failing = () => Promise.reject(new Error('the disk is full'));

it('an upload whose bytes cannot be stored leaves no entry, and the next upload stores the file', async () => {
  const { files, row, add } = await open();

  await expect(add(failing)).rejects.toThrow('the disk is full');
  expect((await row()).evidence).toEqual([]);

  expect((await add()).created).toBe(true);
  expect(files.keys()).toEqual((await row()).evidence.map(({ storageKey }) => storageKey));
});

it('a failed upload of the same bytes keeps the existing file', async () => {
  const { files, row, add } = await open();
  const { evidence } = await add();

  await expect(add(failing)).rejects.toThrow('the disk is full');

  expect((await row()).evidence.map(({ id }) => id)).toEqual([evidence.id]);
  expect(files.keys()).toHaveLength(1);
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
