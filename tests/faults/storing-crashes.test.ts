import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#lib/core/time.ts';
import { EmailMessages } from '#lib/crm/collections.ts';
import { allCollections } from '#services/collections.ts';
import { openSqlite } from '#services/database/sqlite.ts';
import { openDisk } from '#services/files/disk.ts';
import { testContext } from '#tests/support/context.ts';
import { isLong } from '#tests/support/form.ts';
import { subjectsIn } from '#tests/support/polling.ts';
import { everyRow } from '#tests/support/world.ts';

const MAILS = 6;
const script = join(import.meta.dirname, '../support/storing-worker.ts');
const questions = Array.from({ length: MAILS }, (_, n) => `Question ${n + 1}`);

let root = '';
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'storing-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Stores all mails in a separate process; returns the signal that ended it. */
async function store(folder: string, at?: string): Promise<string | null> {
  const env = { ...process.env, ...(at && { FAULT_AT: at, FAULT_MODE: 'kill' }) };
  const child = spawn(process.execPath, [script, folder, String(MAILS)], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [, signal] = await once(child, 'close');
  return signal;
}

/** Returns what is stored hours later, when all outbox effects are done. */
async function worldOf(folder: string) {
  const now = () => new Date(Date.now() + 2 * HOUR_MS);
  const log = () => undefined;
  const data = openSqlite({ path: join(folder, 'store.db'), collections: allCollections, now, log });
  const ctx = await testContext({ data, now, files: openDisk(join(folder, 'files')) });
  await ctx.drain();
  const rows = await everyRow(data, EmailMessages);
  const owned = rows.flatMap(({ data: { filesKey, attachments } }) => [
    `${filesKey}/raw`,
    ...attachments.map(({ id }) => `${filesKey}/${id}`),
  ]);
  const there = globSync('mail/**/*.bin', { cwd: join(folder, 'files') }).map((name) => name.replace(/\.bin$/, ''));
  return { subjects: await subjectsIn(data), owned: owned.sort(), there: there.sort() };
}

describe('a process that is killed while storing mails', () => {
  it.each(isLong ? ['mail.after_files', 'mail.after_commit'] : ['mail.after_files'])(
    'at %s loses and repeats no mail, and leaves no orphaned file',
    async (point) => {
      const folder = join(root, point.replace('.', '-'));

      const died = await store(folder, `${point}:4`);
      const ended = await store(folder);
      const world = await worldOf(folder);

      expect([died, ended]).toEqual(['SIGKILL', null]);
      expect(world.subjects).toEqual(questions);
      expect(world.there).toEqual(world.owned);
      expect(world.there).toHaveLength(2 * MAILS);
    },
  );
});
