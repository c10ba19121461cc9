import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toolEnvironment } from '#scripts/server-process.mjs';
import { freePort, isBuilt } from '#tests/support/server.ts';

const root = resolve(import.meta.dirname, '../..');

describe('next.config.ts', () => {
  it('is loaded by Node itself, so that a start loads no compiler', () => {
    const script = `
      const { default: loadConfig } = require('next/dist/server/config');
      loadConfig('phase-production-server', process.cwd()).then(({ poweredByHeader, configFileName }) => {
        const compilers = process.report.getReport().sharedObjects.filter((file) => file.includes('swc'));
        console.log(JSON.stringify({ poweredByHeader, configFileName, compilers }));
      });`;

    const { stdout, stderr } = spawnSync(process.execPath, ['-e', script], {
      cwd: root,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, NODE_ENV: 'production', ...toolEnvironment },
    });

    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({ poweredByHeader: false, configFileName: 'next.config.ts', compilers: [] });
    expect(existsSync(resolve(root, 'next.config.mjs'))).toBe(false);
  });
});

describe.skipIf(!isBuilt)('next start without our server', () => {
  it('exits with code 1 and one line that names the commands to use', async () => {
    const next = resolve(root, 'node_modules/next/dist/bin/next');
    const { status, stderr } = spawnSync(process.execPath, [next, 'start', '--port', String(await freePort())], {
      cwd: root,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ...toolEnvironment },
    });

    expect(status).toBe(1);
    expect(stderr).toMatch(/^plaza cannot start: .*"npm start".*"npm run dev".*\n$/);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});
