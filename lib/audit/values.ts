/** How an act that is on record ended. */
export const auditResults = ['ok', 'denied', 'error'] as const;
