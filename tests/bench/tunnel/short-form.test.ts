import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { isLong } from '#tests/support/form.ts';

const run = promisify(execFile);

it.runIf(isLong)('the tunnel benchmark in its short form loses no message for any subscriber', async () => {
  const args = ['--subscribers', '40', '--rounds', '1', '--paced', '3', '--busy-ms', '200', '--only', 'ws,plaza ws'];

  const { stdout } = await run(process.execPath, ['tests/bench/tunnel/main.ts', ...args]);

  expect(stdout.split('\n').filter((line) => / lost=0$/.test(line)).length).toBe(2);
  expect(stdout).toMatch(/^result +PASS /m);
});
