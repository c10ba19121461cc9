import { z } from 'zod';
import { idText } from '#lib/core/ids.ts';
import { isoTime } from '#lib/core/time.ts';
import { adminUser } from './user.ts';
import { evidence, infoRequest, verificationEvent, verificationProcedure } from './verification.ts';

const name = z.string().nullable();
const question = infoRequest.nullable();

/** A procedure in the console's list. */
export const queueRow = verificationProcedure
  .pick({
    subjectType: true,
    subjectId: true,
    subjectName: true,
    kind: true,
    status: true,
    submittedAt: true,
    slaDueAt: true,
    claimedBy: true,
    attempt: true,
    version: true,
  })
  .extend({
    procedureNumber: z.string(),
    overdue: z.boolean(),
    claimedByName: name,
    evidenceCount: z.int().nonnegative(),
  })
  .meta({ id: 'VerificationRow' });
export type QueueRow = z.infer<typeof queueRow>;
export const verificationQueue = z.object({
  success: z.literal(true),
  queue: z.array(queueRow),
  nextCursor: z.string().nullable(),
});

/** A procedure on its page in the console. */
export const procedureDetail = queueRow
  .extend({
    answers: verificationProcedure.shape.answers,
    evidence: z.array(evidence.omit({ storageKey: true, sha256: true, storedAt: true })),
    infoRequest: question,
    reasonCode: verificationProcedure.shape.reasonCode,
    reason: z.string().nullable(),
    decidedAt: isoTime.nullable(),
    decidedBy: idText.nullable(),
    previousProcedure: z.string().nullable(),
  })
  .meta({ id: 'VerificationProcedure' });
export const procedureEvent = verificationEvent
  .omit({ procedureNumber: true, version: true })
  .extend({ actorName: name })
  .meta({ id: 'VerificationEvent' });
export const procedureAnswer = z.object({ procedure: procedureDetail, events: z.array(procedureEvent) });
export type ProcedureAnswer = z.infer<typeof procedureAnswer>;
export type EvidenceFile = ProcedureAnswer['procedure']['evidence'][number];

export const reviewed = z.object({
  success: z.literal(true),
  procedure: z.object({
    procedureNumber: z.string(),
    status: verificationProcedure.shape.status,
    version: z.int(),
    decidedAt: isoTime.nullable(),
    claimedBy: idText.nullable(),
  }),
});
export type Reviewed = z.infer<typeof reviewed>;

export const verifiedSet = z.object({ success: z.literal(true), user: adminUser, procedureNumber: name });
export type VerifiedSet = z.infer<typeof verifiedSet>;

/** The owner's view of a procedure. It does not name the reviewer. */
export const ownProcedure = verificationProcedure
  .pick({
    kind: true,
    status: true,
    submittedAt: true,
    slaDueAt: true,
    reasonCode: true,
    reason: true,
    decidedAt: true,
    answers: true,
    version: true,
  })
  .extend({
    procedureNumber: z.string(),
    infoRequest: question,
    evidence: z.array(evidence.pick({ id: true, kind: true, fileName: true, sizeBytes: true })),
    /** When the person may apply again after a rejection; otherwise null. */
    retryAt: isoTime.nullable(),
  })
  .meta({ id: 'OwnProcedure' });
export type OwnProcedure = z.infer<typeof ownProcedure>;
export const ownProcedureAnswer = z.object({ procedure: ownProcedure });
export const ownProcedures = z.object({ procedures: z.array(ownProcedure), nextCursor: z.string().nullable() });

export const evidenceAdded = z.object({
  evidence: evidence.pick({ id: true, kind: true, fileName: true, mimeType: true, sizeBytes: true }),
});
export type EvidenceAdded = z.infer<typeof evidenceAdded>;
