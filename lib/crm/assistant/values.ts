/** The steps for a mail of a person, in this order. */
export const enrichSteps = ['classify', 'draft'] as const;
export type EnrichStep = (typeof enrichSteps)[number];

/** Increased when a step's instructions or rules change, so that the step may run again for the same mail. */
export const ENRICH_VERSION = '1';
