import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { isLong } from '#tests/support/form.ts';
import { isBuilt } from '#tests/support/server.ts';

const run = promisify(execFile);

describe.skipIf(!isBuilt || !isLong)('the inbox benchmark, in its short form', () => {
  it('reads a full inbox without errors, stores each webhook once, and polls new mails', async () => {
    const args = '--only inbox --threads 300 --check'.split(' ');

    const { stdout } = await run(process.execPath, ['tests/bench/crm/main.ts', ...args]);

    const lines = stdout.split('\n');
    const cases = lines.filter((line) => line.startsWith('case '));
    expect(cases.length).toBeGreaterThanOrEqual(20);
    expect(cases.filter((line) => !line.includes('non2xx=0 err=0'))).toEqual([]);
    expect(stdout).toMatch(/^webhook x20 .* odd-answers=0 /m);
    expect(stdout).toMatch(/^webhook equal x20 .* rows=1 ids=1 processed=1 duplicates=19 /m);
    expect(stdout).toMatch(/^poll of 50 .* stored=100 |^poll .* SKIP$/m);
  });
});
