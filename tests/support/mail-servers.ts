import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { dovecotConf, eximConf } from './mail-server-files.ts';

/** Dovecot and Exim as a test uses them: any user reads with `MAIL_PASSWORD`, and `crm` sends with `pw`. */
export type MailServers = {
  readonly imapPort: number;
  readonly imapsPort: number;
  readonly lmtpPort: number;
  readonly smtpPort: number;
  /** The authority that signed the certificates of these two servers and of no other. */
  readonly ca: string;
  readonly caPath: string;
  /** Stops Dovecot alone; `startDovecot` starts it again over the same mailboxes and ports. */
  stopDovecot(): Promise<void>;
  startDovecot(): Promise<void>;
  close(): Promise<void>;
};

export const MAIL_PASSWORD = 'secret';
export const SMTP_LOGIN = { user: 'crm', password: 'pw' } as const;

const START_MS = 60_000;
const STOP_MS = 5_000;
const programs = { dovecot: '/usr/sbin/dovecot', exim: '/usr/sbin/exim4', openssl: '/usr/bin/openssl' };

const isThere = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Returns the programs that these tests need and this machine lacks; an empty list if nothing is missing. */
export const missingMailServers = (): readonly string[] => Object.values(programs).filter((path) => !isThere(path));

/**
 * Starts both servers on free ports in a folder of their own, as an ordinary user, because Dovecot refuses to serve as
 * root. Returns null where a server is not installed; in CI it throws instead. A niceness above 0 leaves the processor
 * to others.
 */
export async function startMailServers({ niceness = 0 } = {}): Promise<MailServers | null> {
  const missing = missingMailServers();
  if (missing.length > 0 && process.env.CI) throw new Error(`not installed: ${missing.join(', ')}`);
  if (missing.length > 0) {
    process.stderr.write(`mail servers: SKIPPED, not installed: ${missing.join(', ')}\n`);
    return null;
  }
  // The name is short because the path of a Unix socket is limited to 107 bytes.
  const folder = mkdtempSync(join(tmpdir(), 'pm-'));
  const owner = ownerOf(folder);
  const [imapPort, imapsPort, lmtpPort, smtpPort] = (await freePorts(4)) as [number, number, number, number];
  const ca = makeCertificate(folder, owner);
  const place = { folder, owner: owner.name, group: owner.group, imapPort, imapsPort, lmtpPort, smtpPort };
  writeFileSync(join(folder, 'dovecot.conf'), dovecotConf(place));
  writeFileSync(join(folder, 'exim.conf'), eximConf(place), { mode: 0o644 });

  const nice = niceness > 0 ? ['nice', '-n', String(niceness)] : [];
  const runDovecot = () => runAs(owner, [...nice, programs.dovecot, '-F', '-c', join(folder, 'dovecot.conf')]);
  const exim = runAs(owner, [...nice, programs.exim, '-C', join(folder, 'exim.conf'), '-bdf', '-q5s']);
  let dovecot = runDovecot();
  const end = () => {
    for (const child of [dovecot, exim]) signal(child, 'SIGKILL');
  };
  process.once('exit', end);
  const close = async () => {
    process.removeListener('exit', end);
    await Promise.all([dovecot, exim].map(stop));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await Promise.all([imapPort, imapsPort, lmtpPort, smtpPort].map((port) => untilGreeted(port)));
  } catch (error) {
    const log = readIf(join(folder, 'dovecot.log'));
    await close();
    throw new Error(`the mail servers do not start\n${log}`, { cause: error });
  }
  const startDovecot = async () => {
    dovecot = runDovecot();
    await Promise.all([imapPort, imapsPort, lmtpPort].map((port) => untilGreeted(port)));
  };
  const ports = { imapPort, imapsPort, lmtpPort, smtpPort };
  return { ...ports, ca, caPath: join(folder, 'cert.pem'), stopDovecot: () => stop(dovecot), startDovecot, close };
}

type Owner = {
  readonly name: string;
  readonly group: string;
  readonly uid: number;
  readonly gid: number;
  readonly asRoot: boolean;
};

function ownerOf(folder: string): Owner {
  const asRoot = process.getuid?.() === 0;
  const name = asRoot ? 'nobody' : userInfo().username;
  const id = (flag: string) => spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout.trim();
  const owner = { name, group: id('-gn'), uid: Number(id('-u')), gid: Number(id('-g')), asRoot };
  for (const part of ['', 'run', 'mail', 'spool', 'log']) {
    mkdirSync(join(folder, part), { recursive: true });
    if (asRoot) chownSync(join(folder, part), owner.uid, owner.gid);
  }
  return owner;
}

function makeCertificate(folder: string, owner: Owner): string {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const names = 'subjectAltName=DNS:localhost,IP:127.0.0.1';
  const asked = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '30', '-subj', '/CN=localhost'];
  const made = spawnSync(programs.openssl, [...asked, '-addext', names, '-keyout', key, '-out', cert]);
  if (made.status !== 0) throw new Error('openssl made no certificate');
  chmodSync(key, 0o600);
  for (const path of [key, cert]) if (owner.asRoot) chownSync(path, owner.uid, owner.gid);
  return readFileSync(cert, 'utf8');
}

function runAs({ asRoot, uid, gid }: Owner, command: readonly string[]): ChildProcess {
  const drop = asRoot ? ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'] : [];
  const [program = '', ...args] = [...drop, ...command];
  return spawn(program, args, { stdio: 'ignore', detached: true });
}

/** Sends a signal to a server. Each server is a process group, and the signal goes to the whole group. */
function signal(child: ChildProcess, name: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, name);
  } catch {
    // The server has already exited.
  }
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = child.exitCode !== null || child.signalCode !== null ? Promise.resolve() : once(child, 'exit');
  signal(child, 'SIGTERM');
  await Promise.race([ended, pause(STOP_MS, undefined, { ref: false })]);
  signal(child, 'SIGKILL');
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(
    servers.map(async (server) => {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const address = server.address();
      return typeof address === 'object' && address ? address.port : 0;
    }),
  );
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

async function untilGreeted(port: number): Promise<void> {
  for (const from = Date.now(); Date.now() - from < START_MS; ) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
      socket.on('close', () => resolve(false)).setTimeout(5_000, () => socket.destroy());
      socket.once('connect', () => socket.destroy());
    });
    if (isOpen) return;
    await pause(50);
  }
  throw new Error(`nothing listens on port ${port}`);
}

const readIf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8').slice(-2_000);
  } catch {
    return '';
  }
};
