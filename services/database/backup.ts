import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';

// In one step, so that the copy is one moment: between steps a writer would make it start again.
const ALL_PAGES = 0x7fffffff;

export type Backup = { readonly path: string; readonly sizeBytes: number };

/**
 * Copies the database while it is in use. The copy appears under its name only when it is whole and has passed SQLite's
 * own check; an existing file is never overwritten.
 */
export async function backUp(from: string, to: string): Promise<Backup> {
  if (existsSync(to)) throw new Error(`${to} exists already`);
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  const part = `${to}.part`;
  rmSync(part, { force: true });
  const source = new DatabaseSync(from, { readOnly: true });
  try {
    await backup(source, part, { rate: ALL_PAGES });
    assertSound(part);
    renameSync(part, to);
    return { path: to, sizeBytes: statSync(to).size };
  } finally {
    source.close();
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${part}${suffix}`, { force: true });
  }
}

function assertSound(path: string): void {
  const copy = new DatabaseSync(path);
  try {
    const answer = copy.prepare('PRAGMA integrity_check').get()?.integrity_check;
    if (answer !== 'ok') throw new Error(`the copy is damaged: ${String(answer)}`);
  } finally {
    copy.close();
  }
}
