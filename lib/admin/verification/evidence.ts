import { createHash } from 'node:crypto';
import { VerificationProcedures } from '#lib/admin/collections.ts';
import type { Evidence, Procedure } from '#lib/admin/schemas/verification.ts';
import type { EvidenceAdded } from '#lib/admin/schemas/verification-views.ts';
import type { UserContext } from '#lib/context/context.ts';
import { conflict, invalid, notFound } from '#lib/core/errors.ts';
import { newId } from '#lib/core/ids.ts';

import { fileTypeOf } from '#lib/messaging/attachments/file-type.ts';
import { fileNameOf, type GivenFile } from '#lib/messaging/attachments/uploads.ts';
import { invalidTransition } from './moves.ts';
import { getOwnProcedure } from './own-procedures.ts';
import { procedureLane } from './record-move.ts';
import { type EvidenceKind, evidenceKinds, MOST_EVIDENCE } from './values.ts';

const mimeTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'application/pdf'];

type Given = { readonly kind: EvidenceKind; readonly file: GivenFile };
type Added = { readonly created: boolean } & EvidenceAdded;

/**
 * Adds a file to the caller's procedure while it is `submitted` or `info_requested`. The same bytes again return the
 * existing file. The row is written before the bytes, so a crash leaves no bytes without a row. Uploading the file
 * again then stores its bytes.
 */
export async function addEvidence(ctx: UserContext, number: string, { kind, file }: Given): Promise<Added> {
  const made = evidenceOf(ctx, kind, file);
  const { entry, created } = await ctx.data.tx(
    async (t) => {
      const { data } = await getOwnProcedure(ctx, t, number);
      assertTakes(data, kind);
      const known = data.evidence.find(({ sha256 }) => sha256 === made.sha256);
      if (known) return { entry: known, created: false };
      if (data.evidence.length >= MOST_EVIDENCE)
        throw conflict(`An application has at most ${MOST_EVIDENCE} files`, { code: 'TooManyFiles' });
      // The version counts moves: an added file must not make a reviewer's decision stale.
      t.update(VerificationProcedures, number, {
        evidence: [...data.evidence, made],
        updatedAt: made.uploadedAt,
      });
      return { entry: made, created: true };
    },
    { lane: procedureLane(number) },
  );
  await storeBytes(ctx, number, { entry, created }, file.bytes);
  const { id, fileName, mimeType, sizeBytes } = entry;
  ctx.log('info', 'verification.evidence_added', { number, userId: ctx.user.id, kind: entry.kind, sizeBytes });
  return { created, evidence: { id, kind: entry.kind, fileName, mimeType, sizeBytes } };
}

function evidenceOf({ now }: UserContext, kind: EvidenceKind, { filename, bytes }: GivenFile): Evidence {
  const { mimeType } = fileTypeOf(bytes);
  if (!mimeTypes.includes(mimeType))
    throw invalid('The file must be a PNG, JPEG, WebP or PDF', { file: 'is of a type that is not accepted' });
  return {
    id: newId('evidence'),
    kind,
    storageKey: `evidence/${newId('file')}`,
    fileName: fileNameOf(filename),
    mimeType,
    sizeBytes: bytes.byteLength,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    uploadedAt: now().toISOString(),
    purgedAt: null,
  };
}

function assertTakes({ kind, status }: Procedure, evidenceKind: EvidenceKind): void {
  const kinds: readonly string[] = evidenceKinds[kind];
  if (!kinds.includes(evidenceKind))
    throw invalid('This application does not accept this kind of file', { kind: `must be one of ${kinds.join(', ')}` });
  if (status !== 'submitted' && status !== 'info_requested') throw invalidTransition(status);
}

/** Stores the bytes. Removes them again and throws NotFound when the entry was dropped or purged in the meantime. */
async function storeBytes(
  ctx: UserContext,
  number: string,
  { entry: { id, storageKey }, created }: { readonly entry: Evidence; readonly created: boolean },
  bytes: Uint8Array,
): Promise<void> {
  try {
    await ctx.files.put(storageKey, bytes);
  } catch (error) {
    if (created) await dropEvidence(ctx, number, id);
    throw error;
  }
  const row = await ctx.data.get(VerificationProcedures, number);
  const isKept = row?.data.evidence.some((entry) => entry.id === id && entry.purgedAt === null);
  if (isKept) return;
  await ctx.files.remove([storageKey]);
  throw notFound('File', id);
}

const dropEvidence = ({ data }: UserContext, number: string, id: string): Promise<void> =>
  data.tx(
    async (t) => {
      const row = await t.get(VerificationProcedures, number);
      if (!row) return;
      t.update(VerificationProcedures, number, { evidence: row.data.evidence.filter((entry) => entry.id !== id) });
    },
    { lane: procedureLane(number) },
  );
