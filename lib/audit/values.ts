/** The outcome of a recorded act. */
export const auditResults = ['ok', 'denied', 'error'] as const;

/**
 * How the log can differ from its seals. `late`: a row came after its hour was sealed. `broken-chain`: a seal was
 * changed, replaced or removed.
 */
export const findingKinds = ['changed', 'missing', 'late', 'broken-chain'] as const;
export type FindingKind = (typeof findingKinds)[number];
