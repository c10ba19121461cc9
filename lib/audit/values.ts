/** The outcome of a recorded act. */
export const auditResults = ['ok', 'denied', 'error'] as const;
