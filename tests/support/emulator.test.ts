import { describe, expect, it } from 'vitest';
import { sharedEmulator } from '#tests/support/shared-emulator.ts';

const host = await sharedEmulator();

describe.skipIf(host === null)('the emulator of a test run', () => {
  it('responds with Ok, and is shared by all callers', async () => {
    const again = await sharedEmulator();

    const reply = await fetch(`http://${host}/`);

    expect(again).toBe(host);
    expect(await reply.text()).toContain('Ok');
  });
});
