/** What becomes of a promised effect; `dead` is given up and waits for a person, who has it tried again or `dismissed`. */
export const outboxStatuses = ['waiting', 'leased', 'done', 'dead', 'dismissed'] as const;

/** Queues of effects. What hangs in one leaves the others alone. */
export const outboxLanes = ['common', 'push', 'model'] as const;
export type OutboxLane = (typeof outboxLanes)[number];
