// Entry of every npm script. Runs on any Node from 20 on. Installs the locked packages when they are missing or
// outdated, then runs the real command on the Node 24 among them.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { findChromium } from './chromium.mjs';
import { developmentArguments, serverArguments, serverEnvironment, toolEnvironment } from './server-process.mjs';

const root = resolve(import.meta.dirname, '..');
process.chdir(root);
const modules = join(root, 'node_modules');
const packaged = join(modules, `node-${process.platform}-${process.arch}`, 'bin');
const folders = ['app', 'components', 'lib', 'services', 'tests', 'scripts'];
const buildFiles = [
  'instrumentation.ts',
  'proxy.ts',
  'next.config.ts',
  'tsconfig.json',
  'postcss.config.mjs',
  'package-lock.json',
  'scripts/bundle-server.mjs',
  'scripts/server-process.mjs',
  // The page of the API is built from it.
  'docs/api/openapi.json',
];
const say = (text) => console.error(`[run] ${text}`);
const fail = (text) => {
  say(text);
  process.exit(1);
};

/** The signals that end this process, with their numbers in a shell. */
const endings = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 };
const codeOf = (signal) => 128 + ({ ...endings, SIGKILL: 9 }[signal] ?? 0);
const running = new Set();
let endedBy = null;
for (const signal of Object.keys(endings))
  process.on(signal, () => {
    endedBy = signal;
    for (const child of running) child.kill(signal);
    if (running.size === 0) process.exit(codeOf(signal));
  });
// After a failed command, parallel commands would run on without a reader.
process.on('exit', () => {
  for (const child of running) child.kill();
});

/** Starts a command that also gets each signal that ends this process. */
function launch(command, args, options) {
  const child = spawn(command, args, options);
  running.add(child);
  return child.on('exit', () => running.delete(child));
}

/** Waits for a command before the next ones start. They do not start when a signal has ended this process meanwhile. */
async function endOf(child) {
  const end = await once(child, 'close');
  if (endedBy === null) return end;
  await Promise.all([...running].map((other) => once(other, 'exit')));
  return process.exit(codeOf(endedBy));
}

/** Returns a hash over files and whole folders, to decide whether an earlier install or build is still valid. */
function hashOf(paths) {
  const hash = createHash('sha256');
  const walk = (path) => {
    if (!existsSync(path)) return;
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) walk(join(path, name));
    else hash.update(path).update('\0').update(readFileSync(path)).update('\0');
  };
  paths.forEach(walk);
  return hash.digest('hex');
}

async function ensureInstalled() {
  const stamp = join(modules, '.installed');
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const asked = JSON.stringify([dependencies, devDependencies, optionalDependencies]);
  const want = createHash('sha256')
    .update(asked)
    .update(hashOf(['package-lock.json']))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === want) return;
  say('installing packages (npm ci): half a minute, only after a change');
  // The machine's own Node must run npm, because the Node inside node_modules is about to be deleted.
  const path = process.env.PATH.split(delimiter).filter((part) => !part.includes('node_modules'));
  const clean = Object.entries(process.env).filter(
    ([key]) => key !== 'NODE' && !/^npm_(config_|package_|lifecycle_|execpath|node_execpath|command)/i.test(key),
  );
  const npm = launch('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    stdio: 'inherit',
    env: { ...Object.fromEntries(clean), PATH: path.join(delimiter) },
  });
  const [code, signal] = await endOf(npm);
  if (code !== 0) fail(`npm ci failed (${code ?? signal})`);
  mkdirSync(modules, { recursive: true });
  writeFileSync(stamp, want);
}

function node24() {
  // Called by its own path: npm before 11.1 does not link this package's `node` into node_modules/.bin.
  const own = join(packaged, 'node');
  const bin = existsSync(own) ? own : process.execPath;
  const found = spawnSync(bin, ['-p', 'process.versions.node'], { encoding: 'utf8' }).stdout?.trim() ?? '?';
  if (Number.parseInt(found, 10) < 24) fail(`Node 24 is needed, found ${found}; install it or run on Linux x64/arm64`);
  return bin;
}

const bins = {
  'bundle-server': '../scripts/bundle-server.mjs',
  next: 'next/dist/bin/next',
  tsc: 'typescript/bin/tsc',
  vitest: 'vitest/vitest.mjs',
  playwright: 'playwright/cli.js',
  biome: '@biomejs/biome/bin/biome',
  oxlint: 'oxlint/bin/oxlint',
  depcruise: 'dependency-cruiser/bin/dependency-cruiser.mjs',
};
const tool = (name) => join(modules, ...bins[name].split('/'));
const environment = (mode) => ({
  ...(mode ? serverEnvironment : toolEnvironment),
  ...process.env,
  ...(mode && { NODE_ENV: mode }),
  NEXT_TELEMETRY_DISABLED: '1',
  PATH: [packaged, join(modules, '.bin'), process.env.PATH].join(delimiter),
});

/**
 * Runs a command to its end. A failure ends the whole process. With `pipe` it prints its output at the end, with
 * `isQuiet` only after a failure.
 */
async function step(name, args = [], stdio = 'inherit', { isQuiet = false } = {}) {
  const from = Date.now();
  const child = launch(node, [tool(name), ...args], { stdio: ['inherit', stdio, stdio], env: environment() });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => said.push(chunk));
  const [code, signal] = await endOf(child);
  if (!isQuiet || code !== 0) process.stderr.write(Buffer.concat(said));
  if (code !== 0) fail(`${name} ${args.join(' ')} failed (${code ?? signal})`);
  if (!isQuiet) say(`${name} ${args[0] ?? ''} ok in ${((Date.now() - from) / 1000).toFixed(1)} s`);
}

/** Runs several commands in parallel, so that they use each other's idle time. */
const beside = (...steps) => Promise.all(steps.map(([name, ...args]) => step(name, args, 'pipe')));

/** Runs the last command of a script and exits with its code. */
function last(args, mode) {
  const child = launch(node, args, { stdio: 'inherit', env: environment(mode) });
  child.on('exit', (code, signal) => process.exit(signal ? codeOf(signal) : (code ?? 1)));
}

/**
 * Builds if sources have changed since the last build. `isQuiet` hides the output of the framework. Returns whether
 * it built.
 */
async function ensureBuilt({ isQuiet = false } = {}) {
  const stamp = join(root, '.next', 'source-hash');
  // `imports` resolves our own files. The rest of the package file does not change the build.
  const { imports } = JSON.parse(readFileSync('package.json', 'utf8'));
  const want = hashOf([...folders.slice(0, 4), 'public', ...buildFiles]) + JSON.stringify(imports);
  if (existsSync(join(root, '.next', 'BUILD_ID')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === want)
    return false;
  const from = Date.now();
  if (isQuiet) say('building the pages and the server: half a minute, only after a change');
  await step('next', ['build'], isQuiet ? 'pipe' : 'inherit', { isQuiet });
  await step('bundle-server', [], isQuiet ? 'pipe' : 'inherit', { isQuiet });
  if (isQuiet) say(`built in ${((Date.now() - from) / 1000).toFixed(0)} s`);
  writeFileSync(stamp, want);
  return true;
}

/** A build that is still valid leaves the route types as they were last written, perhaps for another commit. */
async function ensureBuiltAndTyped() {
  if (!(await ensureBuilt())) await step('next', ['typegen'], 'pipe');
}

const checks = {
  biome: ['biome', 'ci', '--colors=off', '.'],
  depcruise: ['depcruise', '--config', 'scripts/boundaries.cjs', ...folders.slice(0, 4)],
  // These two read the types of the routes, which a build or `next typegen` writes. Each uses a whole core: more
  // checkers of one `tsc` would repeat the same work.
  tsc: ['tsc', '--noEmit', '--checkers', '1'],
  oxlint: ['oxlint', '--type-aware', '--deny-warnings', ...folders],
};

async function check() {
  await beside(checks.biome, ['next', 'typegen']);
  await beside(checks.tsc, checks.oxlint, checks.depcruise);
}

async function runSuites() {
  await step('vitest', ['run', ...rest]);
  if (!findChromium()) return process.env.CI ? fail('no Chromium') : say('no Chromium here: browser tests SKIPPED');
  await step('playwright', ['test', ...rest.filter((argument) => argument.startsWith('--shard='))]);
}

// Node prints a message when an optional env file is missing, which a newcomer takes for an error.
const local = existsSync('.env.local') ? ['--env-file=.env.local'] : [];
const commands = {
  async start() {
    await ensureBuilt({ isQuiet: true });
    last([...local, ...serverArguments, '--demo-by-default', ...rest], 'production');
  },
  dev: () => last([...local, ...developmentArguments, ...rest], 'development'),
  build: () => ensureBuilt(),
  check,
  async test() {
    // The fault tests break the built product, so it is built before any test runs. A test checks the layer rules:
    // tests/architecture/boundaries-canary.test.ts.
    await Promise.all([ensureBuiltAndTyped(), beside(checks.biome)]);
    await beside(checks.tsc, checks.oxlint);
    await runSuites();
  },
  async 'test:long'() {
    process.env.TEST_FORM = 'long';
    await ensureBuilt();
    await runSuites();
  },
  /** Looks at every page of the console in every language, theme and width. Takes ten minutes. */
  async 'test:looks'() {
    process.env.TEST_FORM = 'looks';
    await ensureBuilt();
    last([tool('playwright'), 'test', ...rest]);
  },
  /**
   * Runs the tests that the given files, or those changed since the last commit, reach by their own imports. No
   * build, SQLite only.
   */
  async 'test:near'() {
    const { changedSince, filesNamed, testsNear } = await import('./near-tests.mjs');
    const files = testsNear(rest.length > 0 ? filesNamed(rest) : changedSince('HEAD'));
    if (files.length === 0) return say('no test reaches the changed files');
    say(`${files.length} test files reach the changes`);
    last([tool('vitest'), 'run', '--project', 'sqlite', '--reporter', 'dot', ...files]);
  },
};

const [command = 'start', ...rest] = process.argv.slice(2);
await ensureInstalled();
const node = node24();
// Types of an earlier development server name routes that may be gone, and both tsc and next build read them.
if (command !== 'dev') rmSync(join(root, '.next', 'dev', 'types'), { recursive: true, force: true });
if (commands[command]) await commands[command]();
else if (bins[command]) last([tool(command), ...rest]);
else last([...local, command, ...rest]);
