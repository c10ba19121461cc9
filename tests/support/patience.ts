/**
 * How long `vi.waitFor`, `vi.waitUntil` and `expect.poll` wait for a condition. Their default of one second is a limit on the speed of
 * the machine; this is only the point at which a condition that never comes true fails its test.
 */
export const PATIENCE = { timeout: 120_000, interval: 20 } as const;
