import { open } from 'node:fs/promises';

/** Writes a file, or the names in a folder, through to the disk: a new name is durable only once its folder is. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
