import { z } from 'zod';

/** The refresh token that a provider issued in place of the configured one. */
export const mailRefreshToken = z.object({
  sealed: z.string(),
  /** A hash of the configured token. When the configured token changes, the stored one is ignored. */
  configuredHash: z.string(),
});
