import { constants } from 'node:fs';
import { open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Backup } from '#lib/context/ports/backups.ts';
import { isoTime } from '#lib/core/time.ts';

const MANIFEST = 'manifest.json';
/** A finished backup is named after its time; a backup in progress has the suffix `.part`. */
export const stampPattern = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;
export const PART = '.part';

/** The manifest of a backup. It is written last, so a folder with a manifest is complete. */
export const manifest = z.object({
  format: z.literal(1, 'has a format that this version does not support'),
  /** The version of Plaza that made the backup. */
  version: z.string(),
  createdAt: isoTime,
  /** Where the keys were: in `keys.json`, which the backup contains, or in the environment, which it does not. */
  keys: z.enum(['file', 'environment']),
  /** Where uploaded files were: in the folder `files`, which the backup contains, or in a bucket, which it does not. */
  files: z.enum(['folder', 'bucket']),
  /** The number of documents by collection. */
  counts: z.record(z.string(), z.int().nonnegative()),
  content: z.object({
    files: z.int().nonnegative(),
    sizeBytes: z.int().nonnegative(),
    /** The hash of SHA256SUMS, which lists the hash of every file. */
    sums: z.string().regex(/^[0-9a-f]{64}$/),
  }),
});
export type Manifest = z.infer<typeof manifest>;

/** Reads the manifest of a backup. Throws when it is missing or has a format that this version does not know. */
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

/** Returns the complete backups in a folder, the newest first. Anything that is not one of our backups is skipped. */
export async function listBackups(into: string): Promise<readonly Backup[]> {
  const names = await readdir(into).catch((): string[] => []);
  const found: Backup[] = [];
  for (const name of names
    .filter((folder) => stampPattern.test(folder))
    .sort()
    .reverse()) {
    const path = join(into, name);
    const read = await readManifest(path).catch(() => null);
    if (read)
      found.push({ path, createdAt: read.createdAt, files: read.content.files, sizeBytes: read.content.sizeBytes });
  }
  return found;
}
