/**
 * The status of a promised effect. A `dead` effect was given up and waits for an operator, who retries it or sets it to
 * `dismissed`.
 */
export const outboxStatuses = ['waiting', 'leased', 'done', 'dead', 'dismissed'] as const;
export type OutboxStatus = (typeof outboxStatuses)[number];

/** The queues of effects. A stuck effect in one queue does not delay the other queues. */
export const outboxLanes = ['common', 'push', 'model'] as const;
export type OutboxLane = (typeof outboxLanes)[number];
