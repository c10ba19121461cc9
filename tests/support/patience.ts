/**
 * How long `vi.waitFor`, `vi.waitUntil` and `expect.poll` wait for a condition. Their default of one second would be a
 * limit on the speed of the machine. This limit only ends a test whose condition never becomes true.
 */
export const PATIENCE = { timeout: 120_000, interval: 20 } as const;
