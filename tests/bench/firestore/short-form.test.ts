import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { emulatorIsHere } from '#tests/support/emulator.ts';
import { isLong } from '#tests/support/form.ts';
import { isBuilt } from '#tests/support/server.ts';

const run = promisify(execFile);

describe.skipIf(!isBuilt || !isLong || !emulatorIsHere())('the bench of Firestore, in its short form', () => {
  it('serves forty buyers at four processes, sells the last twenty once, and goes on when one process is killed', async () => {
    const { stdout } = await run(process.execPath, ['tests/bench/firestore/main.ts', '--rounds', '2']);

    const verdicts = stdout
      .split('\n')
      .flatMap((line) => /^(forty|twenty|one killed)\b.* (PASS|FAIL)$/.exec(line)?.[2] ?? []);
    expect(verdicts, stdout).toEqual(['PASS', 'PASS', 'PASS', 'PASS']);
  });
});
