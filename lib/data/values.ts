/** What becomes of a promised effect; `dead` is given up and waits for a person, who has it tried again or `dismissed`. */
export const outboxStatuses = ['waiting', 'leased', 'done', 'dead', 'dismissed'] as const;
