import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { findUserByEmail } from '#lib/auth/users.ts';
import { verifyLogin } from '#lib/auth/verify-login.ts';
import { runCommand } from '#services/run/operator/commands.ts';
import { testContext, testEnv } from '#tests/support/context.ts';
import { PATIENCE } from '#tests/support/patience.ts';
import { freshProject, sharedEmulator } from '#tests/support/shared-emulator.ts';

const host = await sharedEmulator();

describe.skipIf(host === null)('operator commands on Firestore', () => {
  it('need only the credentials: no data folder and no keys of the server', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'plaza-operator-'));
    const vars = { FIRESTORE_EMULATOR_HOST: host ?? '', FIRESTORE_PROJECT_ID: freshProject() };
    const server = await testContext({ env: testEnv({ ...vars, APP_ORIGIN: 'https://shop.example' }) });
    const from = { ...vars, PLAZA_DATA_DIR: join(folder, 'none'), APP_ORIGIN: 'https://shop.example' };
    // Each command opens its own connection. Right after its start, the emulator can delay the first reads beyond their
    // limit.
    const command = (...words: readonly string[]) =>
      vi.waitFor(() => runCommand(words, { from, now: server.now }), PATIENCE);

    await vi.waitFor(() => findUserByEmail(server.data, 'boss@plaza.test'), PATIENCE);
    server.clock.set(new Date().toISOString());
    const made = await command('sign-in-link', 'boss@plaza.test');
    const token = new URL(made.lines[0] ?? '').searchParams.get('token') ?? '';
    await verifyLogin(server, { token }, null);
    const raised = await command('role', 'boss@plaza.test', 'superadmin');

    expect([made.isDone, raised.isDone]).toEqual([true, true]);
    expect((await findUserByEmail(server.data, 'boss@plaza.test'))?.role).toBe('superadmin');
    expect(existsSync(join(folder, 'none'))).toBe(false);
    rmSync(folder, { recursive: true });
  });

  it('examine it, and report missing keys', async () => {
    const from = { FIRESTORE_EMULATOR_HOST: host ?? '', FIRESTORE_PROJECT_ID: freshProject(), PLAZA_DEMO: '1' };

    const { lines } = await runCommand(['doctor'], { from, now: () => new Date() });

    expect(lines.join('\n')).toMatch(/^ok {4}database +Firestore responds/m);
    expect(lines.join('\n')).toMatch(/^ok {4}indexes +firestore.indexes.json matches/m);
    expect(lines.join('\n')).toMatch(/^ok {4}backup +Firestore makes its own backups/m);
    expect(lines.join('\n')).toMatch(/^BAD {3}keys +SESSION_KEYS/m);
  });
});
