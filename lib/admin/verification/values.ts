/** The subject of a procedure: a person or a shop. */
export const subjectTypes = ['user', 'vendor'] as const;

/** The kinds that a person can apply for. Applications of shops come with the application to sell. */
export const appliedKinds = ['identity', 'vendor'] as const;
export type AppliedKind = (typeof appliedKinds)[number];
/** `manual`: an administrator set or cleared the flag of an account without an application. */
export const procedureKinds = [...appliedKinds, 'manual'] as const;
export type ProcedureKind = (typeof procedureKinds)[number];

const openStatuses = ['submitted', 'under_review', 'info_requested'] as const;
const closedStatuses = ['approved', 'rejected', 'expired', 'cancelled'] as const;
export const procedureStatuses = [...openStatuses, ...closedStatuses] as const;
export type ProcedureStatus = (typeof procedureStatuses)[number];

/** The transitions of an administrator, as the address of the route names them. */
export const reviewActions = ['approve', 'reject', 'request-info', 'under-review'] as const;
export type ReviewAction = (typeof reviewActions)[number];
export const procedureActions = ['submit', ...reviewActions, 'answer', 'withdraw', 'expire'] as const;
export type ProcedureAction = (typeof procedureActions)[number];

/** The kinds of files that each kind of procedure accepts. */
export const evidenceKinds = {
  identity: ['document_front', 'document_back', 'selfie', 'proof_of_address', 'other'],
  vendor: ['registration', 'identity', 'bank_statement', 'other'],
  manual: [],
} as const satisfies Record<ProcedureKind, readonly string[]>;
export const allEvidenceKinds = [...evidenceKinds.identity, 'registration', 'identity', 'bank_statement'] as const;
export type EvidenceKind = (typeof allEvidenceKinds)[number];

export const documentTypes = ['passport', 'id_card', 'driving_licence'] as const;

/** The codes of a rejection. Each code but `other` has a template in `reason-texts.ts`. */
export const reasonCodes = [
  'unreadable',
  'mismatch',
  'expired_document',
  'underage',
  'prohibited_business',
  'duplicate',
  'other',
] as const;
export type ReasonCode = (typeof reasonCodes)[number];
