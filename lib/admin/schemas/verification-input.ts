import { z } from 'zod';
import { procedureKinds, reasonCodes, reviewActions } from '#lib/admin/verification/values.ts';
import { idText } from '#lib/core/ids.ts';
import { cursorText, pageLimit } from '#lib/core/paging.ts';
import { identityAnswers, vendorApplication } from './verification-answers.ts';

const version = z.int().positive().exactOptional();
const reason = z.string().trim().max(500).exactOptional();
const answerName = z.string().regex(/^[A-Za-z][A-Za-z0-9]{0,39}$/);

export const procedureParams = z.object({ procedureNumber: idText });
export const reviewParams = procedureParams.extend({ action: z.enum(reviewActions) });

export const queueQuery = z.object({
  limit: pageLimit(50, 100),
  cursor: cursorText.optional(),
  kind: z.enum(procedureKinds).optional(),
});
export type QueueQuery = z.output<typeof queueQuery>;

export const reviewInput = z.strictObject({
  reason,
  reasonCode: z.enum(reasonCodes).exactOptional(),
  /** The question of `request-info`. */
  message: z.string().trim().min(1).max(1000).exactOptional(),
  /** The names of the answers that the question is about. */
  fields: z.array(answerName).max(10).exactOptional(),
  version,
});
export type ReviewInput = z.output<typeof reviewInput>;

export const setVerifiedInput = z.strictObject({
  isVerified: z.boolean(),
  reason,
  note: z.string().trim().max(500).exactOptional(),
});
export type SetVerified = z.output<typeof setVerifiedInput>;

export const applyInput = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('identity'), answers: identityAnswers }),
  z.strictObject({ kind: z.literal('vendor'), answers: vendorApplication }),
]);
export type Application = z.output<typeof applyInput>;

export const answerInput = z.strictObject({
  answers: z.record(answerName, z.string().max(4000)),
  version,
});
export type AnswerInput = z.output<typeof answerInput>;

export const ownProceduresQuery = z.object({ limit: pageLimit(20, 100), cursor: cursorText.optional() });
