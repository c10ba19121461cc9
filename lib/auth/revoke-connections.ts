import { CONTROL_CHANNEL } from '#lib/context/ports/values.ts';
import type { Runtime } from '#lib/context/runtime.ts';

/** Whose connections end at once: a person's, of one session only or of all but one. */
export type Revocation = {
  readonly userId: string;
  readonly sessionId?: string | undefined;
  readonly exceptSessionId?: string | undefined;
  /** The person's session epoch after it, where it was raised: whoever is known by an older one has no session any more. */
  readonly epoch?: number | undefined;
};

/** Ends the connections of a session or of a whole person in every process. Called after the commit that ended them. */
export const revokeConnections = (
  { tunnel, now }: Pick<Runtime, 'tunnel' | 'now'>,
  revocation: Revocation,
): Promise<void> =>
  tunnel.publish([{ at: now().toISOString(), channel: CONTROL_CHANNEL, event: 'session.revoked', data: revocation }]);
