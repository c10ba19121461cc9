import { z } from 'zod';
import { APPEAL_MAX } from '#lib/admin/limits.ts';
import {
  appealStates,
  caseSources,
  caseStatuses,
  type ReportedType,
  reportCodes,
  reportedTypes,
} from '#lib/admin/moderation/values.ts';
import type { User } from '#lib/auth/schemas/user.ts';
import { idPrefix, idText } from '#lib/core/ids.ts';
import { cursorText, pageLimit } from '#lib/core/paging.ts';
import { isoTime } from '#lib/core/time.ts';
import { pendingCauses } from '#lib/store/reviews/values.ts';
import { productStatuses, vendorStatuses } from '#lib/store/values.ts';

const count = z.int().nonnegative();

/** What the owner of a blocked entity says against the block, and the answer. */
const appeal = z.object({
  text: z.string().max(APPEAL_MAX),
  at: isoTime,
  decidedAt: isoTime.nullable(),
  decidedBy: idText.nullable(),
  reason: z.string().max(500).nullable(),
});

/** The reports about one entity, the decision, and the owner's appeal. */
export const moderationCase = z.object({
  entityType: z.enum(reportedTypes),
  entityId: idText,
  /** Null for a product of a shop without an owner: nobody is notified, and nobody can appeal. */
  ownerId: idText.nullable(),
  title: z.string().max(120),
  excerpt: z.string().max(200),
  reportCount: count,
  /** Reporters whose reports have weight. The count starts again after a decision that shows the entity. */
  credibleCount: count,
  reasons: z.record(z.string(), count),
  /** The sum of the weights of all reporters. */
  score: count,
  source: z.enum(caseSources),
  status: z.enum(caseStatuses),
  /** Hidden before any decision because of the number of reports. */
  isHidden: z.boolean(),
  reason: z.string().max(500).nullable(),
  firstReportedAt: isoTime,
  lastReportedAt: isoTime,
  decidedBy: idText.nullable(),
  decidedAt: isoTime.nullable(),
  /** The status of a shop before this case suspended it, so that it can be restored. */
  vendorWas: z.enum(vendorStatuses).exactOptional(),
  /** The status of a product before this case blocked it, likewise. */
  productWas: z.enum(productStatuses).exactOptional(),
  /** The reason why the review was pending before this case hid it. Restoring makes it pending again. */
  reviewHeldFor: z.enum(pendingCauses).exactOptional(),
  /** A hash of the waiting review that the version of the case is about. */
  reviewHash: z.string().exactOptional(),
  /** The state of the appeal against the current block. A new block starts again at `none`. */
  appealState: z.enum(appealStates),
  appealedAt: isoTime.nullable(),
  appeal: appeal.nullable(),
  version: z.int().positive(),
});
export type ModerationCase = z.infer<typeof moderationCase>;

export const moderationReport = z.object({
  entityId: idText,
  reporterId: idText,
  reasonCode: z.enum(reportCodes),
  comment: z.string().max(500).nullable(),
  weight: count,
  createdAt: isoTime,
});

const prefixes: Readonly<Record<ReportedType, string>> = {
  product: idPrefix('product'),
  review: idPrefix('review'),
  message: idPrefix('message'),
  attachment: idPrefix('attachment'),
  profile: idPrefix('user'),
  vendor: idPrefix('vendor'),
};

/** The id alone says what is reported. An optional `kind` must agree with it. */
export const reportInput = z
  .strictObject({
    entityId: idText,
    kind: z.enum(reportedTypes).exactOptional(),
    reasonCode: z.enum(reportCodes),
    comment: z.string().max(500).exactOptional(),
  })
  .refine(({ kind, entityId }) => kind === undefined || entityId.startsWith(prefixes[kind]), {
    path: ['kind'],
    message: 'does not match the entity id',
  });
export type ReportInput = z.output<typeof reportInput>;
export const reportReceived = z.object({ received: z.literal(true) });

const version = z.int().positive().exactOptional();
export const blockInput = z.strictObject({ entityId: idText, reason: z.string().trim().min(3).max(500), version });
export const decisionInput = z.strictObject({
  entityId: idText,
  reason: z.string().trim().max(500).exactOptional(),
  version,
});
export const upholdInput = blockInput;
export type Decision = { readonly entityId: string; readonly reason?: string; readonly version?: number };

/** A case as the console shows it. */
export const moderationItem = moderationCase
  .omit({
    credibleCount: true,
    isHidden: true,
    reason: true,
    decidedBy: true,
    decidedAt: true,
    vendorWas: true,
    productWas: true,
    reviewHeldFor: true,
    reviewHash: true,
  })
  .extend({ ownerName: z.string().nullable(), appeal: appeal.pick({ text: true, at: true }).nullable() })
  .meta({ id: 'ModerationItem' });
export type ModerationItem = z.infer<typeof moderationItem>;
/** The same on the page of the console, with the comments of reporters and the decision's author. */
export type ListedCase = ModerationItem &
  Pick<ModerationCase, 'isHidden' | 'reason' | 'decidedAt'> & {
    readonly decidedByName: string | null;
    /** The case ended with the account of its owner: nobody decided it. */
    readonly isEndedByPurge: boolean;
    /** The reader has made the decision themselves. */
    readonly isOwnDecision: boolean;
    /** The answer to the appeal. Null while it waits. */
    readonly answer: { readonly reason: string | null; readonly at: string; readonly byName: string | null } | null;
    /** The current data of a profile's user. Null for anything else. */
    readonly person: Pick<User, 'role' | 'status' | 'createdAt' | 'isVerified'> | null;
    readonly comments: readonly { readonly id: string; readonly text: string; readonly createdAt: string }[];
  };
export const moderationDecided = z.object({ success: z.literal(true), item: moderationItem });

export const moderationQuery = z.object({
  limit: pageLimit(50, 100),
  cursor: cursorText.optional(),
  entityType: z.enum(reportedTypes).optional(),
  /** Lists the cases with an open appeal instead of the open cases. */
  appeal: z.literal('open').optional(),
});
export type ModerationQuery = z.output<typeof moderationQuery>;
export const moderationQueue = z.object({ items: z.array(moderationItem), nextCursor: z.string().nullable() });

export const appealInput = z.strictObject({ entityId: idText, text: z.string().trim().min(1).max(APPEAL_MAX) });
export type AppealInput = z.output<typeof appealInput>;

/** A case as its owner reads it. It names neither reporters nor moderators. */
export const ownCase = moderationCase
  .pick({ entityId: true, entityType: true, title: true, excerpt: true, status: true, reason: true })
  .extend({
    decidedAt: isoTime.nullable(),
    canAppeal: z.boolean(),
    appealState: z.enum(appealStates),
    appeal: appeal.omit({ decidedBy: true }).nullable(),
  })
  .meta({ id: 'OwnCase' });
export type OwnCase = z.infer<typeof ownCase>;
export const ownCaseAnswer = z.object({ case: ownCase });
export const ownCasesQuery = z.object({ limit: pageLimit(20, 100), cursor: cursorText.optional() });
export const ownCases = z.object({ cases: z.array(ownCase), nextCursor: z.string().nullable() });
