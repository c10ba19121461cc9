import { z } from 'zod';
import { isoTime } from '#lib/core/time.ts';

/** The comparison of the gateway's own list of payments with our rows and entries. */
export const gatewayStatement = z.object({
  comparedAt: isoTime,
  from: isoTime,
  to: isoTime,
  lines: z.int().nonnegative(),
  fees: z.int().nonnegative(),
  found: z.int().nonnegative(),
  findings: z.array(z.object({ orderReference: z.string().max(200), why: z.string().max(300) })),
});
export type GatewayStatement = z.infer<typeof gatewayStatement>;
