import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { isLong } from '#tests/support/form.ts';
import { isBuilt } from '#tests/support/server.ts';

const run = promisify(execFile);

describe.skipIf(!isBuilt || !isLong)('the store benchmark, in its short form', () => {
  it('sells the last units once, orders once, books a callback once and pages stably, with two servers', async () => {
    const args = '--products 200 --processes 2 --only oversell,double,cursor,callback-x50 --runs 3'.split(' ');

    const { stdout } = await run(process.execPath, ['tests/bench/store/main.ts', ...args]);

    const verdicts = stdout
      .split('\n')
      .flatMap((line) => /^(oversell \d+|double|cursor|callback)\b.* (PASS|FAIL)$/.exec(line)?.slice(1) ?? []);
    expect(verdicts.filter((word) => word.startsWith('oversell'))).toHaveLength(3);
    expect(verdicts.filter((word) => word === 'double')).toHaveLength(6);
    expect(verdicts.filter((word) => word === 'cursor')).toHaveLength(1);
    expect(verdicts.filter((word) => word === 'callback')).toHaveLength(1);
    expect(verdicts).not.toContain('FAIL');
  });
});
