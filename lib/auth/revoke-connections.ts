import { CONTROL_CHANNEL } from '#lib/context/ports/values.ts';
import type { Runtime } from '#lib/context/runtime.ts';

/** The connections that end at once: a user's, of one session only or of all but one. */
export type Revocation = {
  readonly userId: string;
  readonly sessionId?: string | undefined;
  readonly exceptSessionId?: string | undefined;
  /** The user's raised session epoch, where it was raised. A session with an older epoch is invalid. */
  readonly epoch?: number | undefined;
};

/** Ends the connections of a session or of a whole user in every process. Call it after the commit that ended them. */
export const revokeConnections = (
  { tunnel, now }: Pick<Runtime, 'tunnel' | 'now'>,
  revocation: Revocation,
): Promise<void> =>
  tunnel.publish([{ at: now().toISOString(), channel: CONTROL_CHANNEL, event: 'session.revoked', data: revocation }]);
