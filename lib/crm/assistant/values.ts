/** What is asked about a mail of a person, in this order. */
export const enrichSteps = ['classify', 'draft'] as const;
export type EnrichStep = (typeof enrichSteps)[number];

/** Raised when a step's instructions or rules change, so that the step may run again over the same mail. */
export const ENRICH_VERSION = '1';
