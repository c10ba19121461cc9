import { VerificationProcedures } from '#lib/admin/collections.ts';
import type { Evidence } from '#lib/admin/schemas/verification.ts';
import { auditRow } from '#lib/audit/audit.ts';
import type { UserContext } from '#lib/context/context.ts';
import { notFound } from '#lib/core/errors.ts';
import { storedEvidence } from './stored-evidence.ts';

/** Returns the entry of a procedure's file. Throws NotFound when the file is unknown or purged. */
export async function findEvidence({ data }: UserContext, number: string, id: string): Promise<Evidence> {
  const { data: procedure } = await data.need(VerificationProcedures, number);
  const entry = storedEvidence(procedure).find((file) => file.id === id);
  if (!entry || entry.purgedAt !== null) throw notFound('File', id);
  return entry;
}

/** Opens a file for an administrator. Inserts the audit row before the first byte is sent. */
export async function openEvidence(ctx: UserContext, number: string, { id, ...file }: Evidence) {
  const now = ctx.now();
  await ctx.data.batch((write) =>
    auditRow(write, ctx, {
      ...{ action: 'verification.evidence-read', targetType: 'verification', targetId: number },
      ...{ after: { evidenceId: id }, now },
    }),
  );
  return {
    ...{ filename: file.fileName, type: file.mimeType, sizeBytes: file.sizeBytes, isShown: true },
    open: async () => {
      const opened = await ctx.files.open(file.storageKey);
      if (opened === null) throw notFound('File', id);
      return opened.bytes;
    },
  };
}
