import { z } from 'zod';
import { isoTime } from '#lib/core/time.ts';
import { callbackStates } from '#lib/payments/values.ts';
import { evidence } from './ledger.ts';

/** A signed callback as it arrived, and its state. */
export const callbackRow = z.object({
  /** As the gateway spells it. In an orphan it may be no reference of ours. */
  orderReference: z.string(),
  merchantAccount: z.string(),
  evidence,
  /**
   * The body as text, without the fields that name or could charge the payer. Not used for decisions: `evidence` is.
   */
  raw: z.string(),
  state: z.enum(callbackStates),
  /** How often applying it has failed. */
  tries: z.int().nonnegative(),
  /** How often the gateway repeated it after it was settled. */
  dupCount: z.int().nonnegative(),
  receivedAt: isoTime,
  updatedAt: isoTime,
});
export type CallbackRow = z.infer<typeof callbackRow>;
