import { VerificationProcedures } from '#lib/admin/collections.ts';
import type { Evidence } from '#lib/admin/schemas/verification.ts';
import type { ServedFile } from '#lib/api/file-answer.ts';
import { auditRefusal, auditRow } from '#lib/audit/audit.ts';
import type { UserContext } from '#lib/context/context.ts';
import { notFound } from '#lib/core/errors.ts';
import { assertNotOwn } from './review-rules.ts';
import { storedEvidence } from './stored-evidence.ts';

const actOn = (number: string, evidenceId: string) => ({
  ...{ action: 'verification.evidence-read', targetType: 'verification', targetId: number },
  after: { evidenceId },
});

/**
 * Returns the entry of a procedure's file. Throws OwnProcedure for the administrator's own case, which is recorded as a
 * refusal, and NotFound when the file is unknown or purged.
 */
export async function findEvidence(ctx: UserContext, number: string, id: string): Promise<Evidence> {
  const { data: procedure } = await ctx.data.need(VerificationProcedures, number);
  await auditRefusal(ctx, actOn(number, id), async () => assertNotOwn(ctx, procedure.ownerId));
  const entry = storedEvidence(procedure).find((file) => file.id === id);
  if (!entry || entry.purgedAt !== null) throw notFound('File', id);
  return entry;
}

/**
 * Opens a file for an administrator. Inserts the audit row after the file is open and before the first byte is sent: no
 * byte is read without a row, and a file that cannot be opened leaves none.
 */
export function openEvidence(ctx: UserContext, number: string, { id, ...file }: Evidence): ServedFile {
  return {
    ...{ filename: file.fileName, type: file.mimeType, sizeBytes: file.sizeBytes, isShown: true },
    open: async () => {
      const opened = await ctx.files.open(file.storageKey);
      if (opened === null) throw notFound('File', id);
      try {
        await recordReading(ctx, number, id);
      } catch (error) {
        await opened.bytes.cancel();
        throw error;
      }
      return opened.bytes;
    },
  };
}

const recordReading = (ctx: UserContext, number: string, evidenceId: string): Promise<unknown> =>
  ctx.data.batch((write) => auditRow(write, ctx, { ...actOn(number, evidenceId), now: ctx.now() }));
