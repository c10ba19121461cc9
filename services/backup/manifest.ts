import { constants } from 'node:fs';
import { open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Backup } from '#lib/context/ports/backups.ts';
import { isoTime } from '#lib/core/time.ts';

const MANIFEST = 'manifest.json';
/** A finished backup is named after its moment; one under way has `.part` behind that. */
export const stampPattern = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;
export const PART = '.part';

/** What a backup says of itself. It is written last, so a folder with it is whole. */
export const manifest = z.object({
  format: z.literal(1, 'is of a form that this version does not know'),
  /** The version of the product that made it. */
  version: z.string(),
  createdAt: isoTime,
  /** Where the keys were: in `keys.json`, which is in the backup, or in the environment, which is not. */
  keys: z.enum(['file', 'environment']),
  /** Where uploaded files were: in the folder `files`, which is in the backup, or in a bucket, which is not. */
  files: z.enum(['folder', 'bucket']),
  /** Documents by collection. */
  counts: z.record(z.string(), z.int().nonnegative()),
  content: z.object({
    files: z.int().nonnegative(),
    sizeBytes: z.int().nonnegative(),
    /** The hash of SHA256SUMS, which has one for every file. */
    sums: z.string().regex(/^[0-9a-f]{64}$/),
  }),
});
export type Manifest = z.infer<typeof manifest>;

/** Reads the manifest of a backup; throws where there is none, or one that this version does not understand. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8');
  const parsed = manifest.safeParse(JSON.parse(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`${MANIFEST}: ${issue?.path.join('.')} ${issue?.message}`);
}

export async function writeManifest(folder: string, content: Manifest): Promise<void> {
  const file = await open(join(folder, MANIFEST), constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
  try {
    await file.writeFile(`${JSON.stringify(content, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The whole backups in a folder, the newest first. What is no backup of ours is passed over. */
export async function listBackups(into: string): Promise<readonly Backup[]> {
  const names = await readdir(into).catch((): string[] => []);
  const found: Backup[] = [];
  for (const name of names
    .filter((one) => stampPattern.test(one))
    .sort()
    .reverse()) {
    const path = join(into, name);
    const read = await readManifest(path).catch(() => null);
    if (read)
      found.push({ path, createdAt: read.createdAt, files: read.content.files, sizeBytes: read.content.sizeBytes });
  }
  return found;
}
