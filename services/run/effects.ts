import type { AnyEffect } from '#lib/data/outbox.ts';

/** What performs each topic of the outbox. A topic that is missing here dies in front of a person. */
export const effects: readonly AnyEffect[] = [];
