import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { emulatorIsHere } from '#tests/support/emulator.ts';
import { isLong } from '#tests/support/form.ts';
import { isBuilt } from '#tests/support/server.ts';

const run = promisify(execFile);

/** Returns the counts of the rounds by their name. Times and aborted commits depend on the machine: only the gate judges them. */
const countsIn = (stdout: string): Record<string, string> =>
  Object.fromEntries(
    [...stdout.matchAll(/^(forty|twenty|one killed)[\w ,]* (sold=\d+ refused=\d+ busy=\d+) .*(drift=\d+)/gm)].map(
      ([, round = '', sales, drift]) => [round, `${sales} ${drift}`],
    ),
  );

describe.skipIf(!isBuilt || !isLong || !emulatorIsHere())('the Firestore benchmark, in its short form', () => {
  it('serves forty buyers at four processes, sells the last units once, and survives a killed process', async () => {
    const { stdout } = await run(process.execPath, ['tests/bench/firestore/main.ts', '--rounds', '1']);

    expect(countsIn(stdout), stdout).toEqual({
      forty: 'sold=40 refused=0 busy=0 drift=0',
      twenty: 'sold=20 refused=20 busy=0 drift=0',
      'one killed': 'sold=40 refused=0 busy=0 drift=0',
    });
  });
});
