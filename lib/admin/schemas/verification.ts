import { z } from 'zod';
import {
  allEvidenceKinds,
  procedureActions,
  procedureKinds,
  procedureStatuses,
  reasonCodes,
  subjectTypes,
} from '#lib/admin/verification/values.ts';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';

/** A file of a procedure. Its bytes are deleted some time after the decision; hash and size stay. */
export const evidence = z.object({
  id: idText,
  kind: z.enum(allEvidenceKinds),
  /** Random, and never sent to a client. */
  storageKey: z.string(),
  fileName: z.string(),
  mimeType: z.string(),
  sizeBytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  uploadedAt: isoTime,
  /** When the bytes were stored. Until then the file counts for nothing but the limits. */
  storedAt: isoTime.nullable(),
  purgedAt: isoTime.nullable(),
});
export type Evidence = z.infer<typeof evidence>;

/** An administrator's question. `fields` names the answers that may change; an empty list allows all. */
export const infoRequest = z
  .object({ message: z.string(), fields: z.array(z.string()), dueAt: isoTime })
  .meta({ id: 'InfoRequest' });

/** A numbered case about an account or a shop. The document id is the number. */
export const verificationProcedure = z.object({
  subjectType: z.enum(subjectTypes),
  subjectId: idText,
  subjectName: z.string(),
  /** The subject, or the owner of the shop. */
  ownerId: idText,
  kind: z.enum(procedureKinds),
  status: z.enum(procedureStatuses),
  isOpen: z.boolean(),
  attempt: z.int().positive(),
  previousProcedure: z.string().nullable(),
  submittedBy: idText,
  submittedAt: isoTime,
  claimedBy: idText.nullable(),
  claimedAt: isoTime.nullable(),
  decidedBy: idText.nullable(),
  /** Set on every closing. */
  decidedAt: isoTime.nullable(),
  reasonCode: z.enum(reasonCodes).nullable(),
  reason: z.string().max(500).nullable(),
  infoRequest: infoRequest.nullable(),
  /** A copy of `infoRequest.dueAt`, for the query of overdue questions. */
  infoDueAt: isoTime.nullable(),
  answers: z.record(z.string(), z.string()),
  evidence: z.array(evidence),
  /** When the bytes of the evidence are due for deletion. Null while the procedure is open and after the deletion. */
  evidenceDueAt: isoTime.nullable(),
  slaDueAt: isoTime,
  version: z.int().positive(),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type Procedure = z.infer<typeof verificationProcedure>;

/** Claims a subject's only open procedure of a kind. */
export const verificationOpen = z.object({ procedureNumber: z.string() });

/** One transition of a procedure. */
export const verificationEvent = z.object({
  procedureNumber: z.string(),
  /** The version of the procedure after the transition. */
  version: z.int().positive(),
  at: isoTime,
  actorId: idText.nullable(),
  action: z.enum(procedureActions),
  from: z.enum(procedureStatuses).nullable(),
  to: z.enum(procedureStatuses),
  /** The reason of a decision, or the question. */
  reason: z.string().nullable(),
  /** A remark that only administrators see. */
  note: z.string().nullable(),
});
export type VerificationEvent = z.infer<typeof verificationEvent>;
