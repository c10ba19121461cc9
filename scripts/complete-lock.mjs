// Adds the lock entries that npm omits when the registry lacks a platform binary, so that `npm ci` accepts the lock.
import { readFileSync, writeFileSync } from 'node:fs';

const file = process.argv[2] ?? 'package-lock.json';
const lock = JSON.parse(readFileSync(file, 'utf8'));
const OS = {
  darwin: 'darwin',
  win32: 'win32',
  windows: 'win32',
  win: 'win32',
  linux: 'linux',
  android: 'android',
  freebsd: 'freebsd',
  openbsd: 'openbsd',
  netbsd: 'netbsd',
  sunos: 'sunos',
  aix: 'aix',
  openharmony: 'openharmony',
};
const CPU = ['x64', 'arm64', 'arm', 'ia32', 'ppc64', 's390x', 'riscv64', 'loong64', 'mips64el', 'wasm32'];
let added = 0;
for (const [path, pkg] of Object.entries({ ...lock.packages })) {
  for (const [name, spec] of Object.entries(pkg.optionalDependencies ?? {})) {
    if (!/^\d+\.\d+\.\d+/.test(spec)) continue;
    const nested = path ? `${path}/node_modules/${name}` : `node_modules/${name}`;
    if (lock.packages[`node_modules/${name}`] || lock.packages[nested]) continue;
    const parts = name.split(/[-/@]/);
    const os = parts.map((p) => OS[p]).find(Boolean);
    const cpu = parts.find((p) => CPU.includes(p));
    if (!cpu && !os) continue;
    const libc = name.endsWith('musl') ? ['musl'] : name.endsWith('gnu') ? ['glibc'] : undefined;
    lock.packages[`node_modules/${name}`] = {
      version: spec,
      ...(cpu ? { cpu: [cpu] } : {}),
      ...(pkg.dev ? { dev: true } : {}),
      ...(libc && os === 'linux' ? { libc } : {}),
      optional: true,
      ...(os ? { os: [os] } : {}),
    };
    added++;
    console.log('added', name, spec);
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log('entries added:', added);
