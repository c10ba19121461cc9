import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Users } from '#lib/auth/collections.ts';
import { findUserByEmail } from '#lib/auth/users.ts';
import { verifyLogin } from '#lib/auth/verify-login.ts';
import { type Context, systemContext } from '#lib/context/context.ts';
import { readEnv } from '#lib/core/env/env.ts';
import { newId } from '#lib/core/ids.ts';
import { makeBackup } from '#services/backup/make-backup.ts';
import { seedPlatform } from '#services/run/seed.ts';
import { buildRuntime } from '#services/runtime.ts';
import { asUser } from '#tests/support/context.ts';
import { openSmtpServer } from '#tests/support/smtp-faults.ts';
import { type Result, runCommand } from './commands.ts';
import { examine } from './doctor.ts';

let root: string;
let from: Record<string, string>;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'plaza-operator-'));
  from = {
    PLAZA_DATA_DIR: join(root, 'data'),
    APP_ORIGIN: 'https://shop.example',
    LOG_LEVEL: 'silent',
    AI_PROVIDER: 'openai-compatible',
    AI_BASE_URL: 'https://models.example/v1',
    AI_MODEL: 'small',
    AI_API_KEY: 'the-key-of-a-model-0123456789',
  };
});
afterEach(() => rmSync(root, { recursive: true }));

const now = () => new Date();
const command = (...words: readonly string[]): Promise<Result> => runCommand(words, { from, now });

/** Starts a server in the same folder, which stays open while a command runs. */
async function startServer(): Promise<Context> {
  const runtime = await buildRuntime(readEnv({ from: { ...from, NODE_ENV: 'production' } }), { log: () => undefined });
  await seedPlatform(runtime);
  return systemContext(runtime, newId('request'));
}
const examined = async (vars: Readonly<Record<string, string>> = {}) => {
  const findings = await examine({ from: { ...from, ...vars }, now: now(), answerMs: 5_000 });
  return Object.fromEntries(findings.map((finding) => [finding.check, finding]));
};

describe('the commands of the operator', () => {
  it('sign a person in beside the running server and make them superadmin', async () => {
    const server = await startServer();

    const made = await command('sign-in-link', 'boss@plaza.test');
    const token = new URL(made.lines[0] ?? '').searchParams.get('token') ?? '';
    const entered = await verifyLogin(server, { token }, null);
    const raised = await command('role', 'boss@plaza.test', 'superadmin');

    expect(made.lines[0]).toMatch(/^https:\/\/shop\.example\/sign-in\/link\?token=/);
    expect(raised).toMatchObject({ isDone: true });
    expect((await findUserByEmail(server.data, 'boss@plaza.test'))?.role).toBe('superadmin');
    expect((await server.data.need(Users, entered.user.id)).data.sessionEpoch).toBe(1);
    await server.data.close();
  });

  it('explain what to do when a command fails', async () => {
    const server = await startServer();
    const root = await asUser(server, { email: 'root@plaza.test', emailKey: 'root@plaza.test' });
    await command('role', root.user.email, 'superadmin');

    const answers = await Promise.all([
      command('role', 'nobody@plaza.test', 'superadmin'),
      command('role', 'root@plaza.test', 'visitor'),
      command('role', 'root@plaza.test', 'king'),
      command('mail-test', 'root@plaza.test'),
      command(),
      command('dance', 'root@plaza.test'),
    ]);
    await server.data.close();

    expect(answers.map(({ isDone }) => isDone)).toEqual(answers.map(() => false));
    expect(answers.map(({ lines }) => lines[0])).toEqual([
      expect.stringContaining('sign-in-link nobody@plaza.test'),
      expect.stringContaining('last superadmin'),
      expect.stringContaining('no role king'),
      expect.stringContaining('SMTP_HOST'),
      expect.stringContaining('sign-in-link ADDRESS'),
      expect.stringContaining('sign-in-link ADDRESS'),
    ]);
  });

  it('fail without a database and create none', async () => {
    await expect(command('sign-in-link', 'boss@plaza.test')).rejects.toThrow('there is no database');

    expect(existsSync(join(root, 'data'))).toBe(false);
  });
});

describe('doctor', () => {
  it('reports a healthy server as healthy', async () => {
    const mail = await openSmtpServer();
    const server = await startServer();
    const boss = await asUser(server, { email: 'boss@plaza.test', emailKey: 'boss@plaza.test' });
    await command('role', boss.user.email, 'superadmin');
    const into = join(root, 'backups');
    await makeBackup({ dataFolder: join(root, 'data'), into, now: now() });
    for (const name of ['plaza.db', 'plaza.db-wal', 'plaza.db-shm']) chmodSync(join(root, 'data', name), 0o600);

    const found = await examined({
      BACKUP_DIR: into,
      TRUSTED_PROXIES: '1',
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(mail.port),
      SMTP_FROM: 'Plaza <no-reply@plaza.test>',
      SMTP_TLS: 'none',
      CARDGW_MERCHANT_ACCOUNT: 'plaza',
      CARDGW_SECRET_KEY: 'secret',
      CARDGW_DOMAIN: 'shop.example',
      CARDGW_API_URL: `https://127.0.0.1:${mail.port}/api`,
    });
    await Promise.all([server.data.close(), mail.close()]);

    const states = Object.entries(found).map(([check, { state }]) => [check, state]);
    expect(Object.fromEntries(states)).toMatchObject({
      configuration: 'ok',
      proxies: 'ok',
      'data folder': 'ok',
      keys: 'ok',
      database: 'ok',
      secrets: 'ok',
      superadmins: 'ok',
      backup: 'ok',
      mail: 'ok',
      gateway: 'bad',
    });
    expect(found.secrets?.says).toBe('1 stored, all readable');
  });

  it('names everything that keeps a server on Firestore from starting', async () => {
    const found = await examined({ FIRESTORE_PROJECT_ID: 'plaza' });

    expect(Object.keys(found)).toEqual(['configuration']);
    expect(found.configuration?.says).toMatch(/^SESSION_KEYS, SETTINGS_ENCRYPTION_KEYS, and FILES_BUCKET are missing/);
  });

  it('names the next step for each problem', async () => {
    const mail = await openSmtpServer();
    await mail.close();
    await (await startServer()).data.close();
    const folder = join(root, 'data');
    chmodSync(folder, 0o755);
    writeFileSync(join(folder, 'keys.json'), '{"SESSION_KEYS": "no');

    const found = await examined({
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(mail.port),
      SMTP_FROM: 'Plaza <no-reply@plaza.test>',
      SMTP_TLS: 'none',
    });

    expect(found).toMatchObject({
      proxies: { state: 'warn', next: expect.stringContaining('TRUSTED_PROXIES') },
      'data folder': { state: 'warn', next: expect.stringContaining('chmod') },
      keys: { state: 'bad', next: expect.stringContaining('npm run restore') },
      backup: { state: 'warn', next: expect.stringContaining('BACKUP_DIR') },
      mail: {
        state: 'bad',
        says: expect.stringContaining('ECONNREFUSED'),
        next: expect.stringContaining('sign-in-link'),
      },
      gateway: { state: 'warn', next: expect.stringContaining('CARDGW_MERCHANT_ACCOUNT') },
    });
  });

  it('detects keys that cannot decrypt the stored secrets', async () => {
    await (await startServer()).data.close();
    const path = join(root, 'data', 'keys.json');
    const former = readFileSync(path, 'utf8');
    rmSync(path);
    expect((await examined()).keys).toMatchObject({ state: 'bad', says: expect.stringContaining('missing') });

    const otherKey = Buffer.alloc(32, 7).toString('base64');
    writeFileSync(path, JSON.stringify({ SESSION_KEYS: `k1:${otherKey}`, SETTINGS_ENCRYPTION_KEYS: `k1:${otherKey}` }));
    expect((await examined()).secrets).toMatchObject({ state: 'bad' });

    writeFileSync(path, former);
    expect((await examined()).secrets).toMatchObject({ state: 'ok' });
  });

  it('detects a damaged page and a file that is not a database', async () => {
    await (await startServer()).data.close();
    const path = join(root, 'data', 'plaza.db');
    const bytes = readFileSync(path);
    const damaged = Buffer.from(bytes).fill(0x5a, 20 * 4096, 60 * 4096);

    writeFileSync(path, damaged);
    const page = (await examined()).database;
    writeFileSync(path, 'not a database '.repeat(1_000));
    const none = (await examined()).database;

    expect([page, none]).toMatchObject([
      { state: 'bad', next: expect.stringContaining('npm run restore') },
      { state: 'bad', next: expect.stringContaining('npm run restore') },
    ]);
  });

  it('reports only the configuration error when the configuration is invalid', async () => {
    const found = await examined({ PORT: '70000' });

    expect(found).toMatchObject({ configuration: { state: 'bad', says: expect.stringContaining('PORT') } });
    expect(Object.keys(found)).toHaveLength(1);
  });

  it('creates nothing in an empty data folder', async () => {
    mkdirSync(join(root, 'data'), { mode: 0o700 });

    const found = await examined();

    expect(found).toMatchObject({ database: { state: 'bad' }, keys: { state: 'warn' } });
    expect(existsSync(join(root, 'data', 'plaza.db'))).toBe(false);
    expect(existsSync(join(root, 'data', 'keys.json'))).toBe(false);
  });
});
