import { open } from 'node:fs/promises';

/** Syncs a file, or the names in a folder, to the disk. A new name is durable only after its folder is synced. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
