import type { Evidence, Procedure } from '#lib/admin/schemas/verification.ts';

/** Returns the files whose bytes are stored. An upload that failed or is under way left only an entry. */
export const storedEvidence = ({ evidence }: Pick<Procedure, 'evidence'>): readonly Evidence[] =>
  evidence.filter(({ storedAt }) => storedAt !== null);
