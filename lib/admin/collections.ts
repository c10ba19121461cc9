import { collection } from '#lib/data/collection.ts';
import { moderationCase, moderationReport } from './schemas/moderation.ts';
import { processRun } from './schemas/process-run.ts';
import { userPurge } from './schemas/user.ts';
import { verificationEvent, verificationOpen, verificationProcedure } from './schemas/verification.ts';

/** What a purge has removed of a deleted account. The id is the account's. */
export const UserPurges = collection('user_purges', {
  label: 'Purge',
  schema: userPurge,
  indexes: [],
});

/** One row per execution of a process. */
export const ProcessRuns = collection('process_runs', {
  label: 'Run',
  schema: processRun,
  indexes: [['processId', 'startedAt desc']],
  ttl: 'expiresAt',
});

/** The reports about one entity and the decision. The id is that of the reported entity. */
export const ModerationCases = collection('moderation_cases', {
  label: 'Case',
  schema: moderationCase,
  indexes: [
    ['status', 'score desc', 'firstReportedAt'],
    ['status', 'entityType', 'score desc', 'firstReportedAt'],
    ['status', 'decidedAt desc'],
    ['status', 'entityType', 'decidedAt desc'],
    ['appealState', 'appealedAt'],
    ['appealState', 'entityType', 'appealedAt'],
    ['ownerId'],
    ['ownerId', 'lastReportedAt desc'],
    ['ownerId', 'status', 'decidedAt desc'],
  ],
  version: 2,
  // Before version 2 nobody could appeal.
  migrate: (row) => ({ appealState: 'none', appealedAt: null, appeal: null, ...row }),
});

/** The id is a hash of entity and reporter, so that a user counts once. */
export const ModerationReports = collection('moderation_reports', {
  label: 'Report',
  schema: moderationReport,
  indexes: [
    ['reporterId', 'createdAt desc'],
    ['entityId', 'createdAt desc'],
  ],
});

/** Verification procedures. The id is the number that people read: `VP-2026-7K3M9Q`. */
export const VerificationProcedures = collection('verification_procedures', {
  label: 'Procedure',
  schema: verificationProcedure,
  indexes: [
    ['isOpen', 'slaDueAt'],
    ['isOpen', 'kind', 'slaDueAt'],
    ['ownerId', 'createdAt desc'],
    ['subjectId', 'createdAt desc'],
    ['subjectId', 'kind', 'createdAt desc'],
    ['status', 'infoDueAt'],
    ['evidenceDueAt'],
  ],
});

/** Claims of open procedures. The id is a hash of subject and kind, so a second claim fails. Closing deletes the row. */
export const VerificationOpen = collection('verification_open', {
  label: 'Open procedure',
  schema: verificationOpen,
  indexes: [],
});

/** Events of procedures, one per move. The id is derived from procedure and version. */
export const VerificationEvents = collection('verification_events', {
  label: 'Event',
  schema: verificationEvent,
  indexes: [['procedureNumber', 'version']],
});
