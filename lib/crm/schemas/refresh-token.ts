import { z } from 'zod';

/** The refresh token that a provider has given in place of the configured one. */
export const mailRefreshToken = z.object({
  sealed: z.string(),
  /** A hash of the configured one: another configuration makes this one void. */
  configuredHash: z.string(),
});
