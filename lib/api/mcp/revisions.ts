/** The revision without a handshake: each request says everything about itself. */
export const STATELESS = '2026-07-28';
/** What a handshake is answered with when it asks for an unknown revision. */
export const LATEST_HANDSHAKE = '2025-11-25';
export const handshakes: readonly string[] = ['2025-06-18', LATEST_HANDSHAKE];
export const revisions: readonly string[] = [...handshakes, STATELESS];
