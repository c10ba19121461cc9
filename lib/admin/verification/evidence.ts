import { createHash } from 'node:crypto';
import { VerificationProcedures } from '#lib/admin/collections.ts';
import { MAX_EVIDENCE } from '#lib/admin/limits.ts';
import type { Evidence, Procedure } from '#lib/admin/schemas/verification.ts';
import type { EvidenceAdded } from '#lib/admin/schemas/verification-views.ts';
import type { UserContext } from '#lib/context/context.ts';
import { conflict, invalid, notFound } from '#lib/core/errors.ts';
import { fileNameOf } from '#lib/core/files/file-name.ts';
import { fileTypeOf } from '#lib/core/files/file-type.ts';
import { newId } from '#lib/core/ids.ts';
import { inc } from '#lib/data/patch.ts';
import type { Tx } from '#lib/data/store.ts';
import { spendQuota } from '#lib/messaging/attachments/quota.ts';
import type { GivenFile } from '#lib/messaging/attachments/uploads.ts';
import { UploadUse } from '#lib/messaging/collections.ts';
import { getOwnProcedure } from './own-procedures.ts';
import { procedureLane } from './record-transition.ts';
import { invalidTransition } from './transitions.ts';
import { type EvidenceKind, evidenceKinds } from './values.ts';

const mimeTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'application/pdf'];

type Given = { readonly kind: EvidenceKind; readonly file: GivenFile };
type Added = { readonly created: boolean } & EvidenceAdded;

/**
 * Adds a file to the caller's procedure while it is `submitted` or `info_requested`. The same bytes again return the
 * existing file. The row is written before the bytes, so a crash leaves no bytes without a row. Uploading the file
 * again then stores its bytes. Files count against the owner's quota until they are purged. Throws TooManyFiles and
 * QuotaExceeded.
 */
export async function addEvidence(ctx: UserContext, number: string, { kind, file }: Given): Promise<Added> {
  const made = evidenceOf(ctx, kind, file);
  const { entry, created } = await ctx.data.tx(
    async (t) => {
      const { data } = await getOwnProcedure(ctx, t, number);
      assertTakes(data, kind);
      const known = data.evidence.find(({ sha256 }) => sha256 === made.sha256);
      if (known) return { entry: known, created: false };
      if (data.evidence.length >= MAX_EVIDENCE)
        throw conflict(`An application has at most ${MAX_EVIDENCE} files`, { code: 'TooManyFiles' });
      await spendQuota(t, data.ownerId, made.sizeBytes);
      // The version counts transitions: an added file must not make a reviewer's decision stale.
      t.update(VerificationProcedures, number, {
        evidence: [...data.evidence, made],
        updatedAt: made.uploadedAt,
      });
      return { entry: made, created: true };
    },
    { lane: procedureLane(number) },
  );
  if (entry.storedAt === null) await storeBytes(ctx, number, entry, file.bytes);
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
    storedAt: null,
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
async function storeBytes(ctx: UserContext, number: string, { id, storageKey }: Evidence, bytes: Uint8Array) {
  try {
    await ctx.files.put(storageKey, bytes);
  } catch (error) {
    // A failed store may have written the bytes. Another upload of the same bytes may have stored them meanwhile.
    if (await dropUnstored(ctx, number, id)) await ctx.files.remove([storageKey]);
    throw error;
  }
  if (await markStored(ctx, number, id)) return;
  await ctx.files.remove([storageKey]);
  throw notFound('File', id);
}

/** Returns false when the entry was dropped or purged. */
const markStored = (ctx: UserContext, number: string, id: string): Promise<boolean> =>
  changeEvidence(ctx, number, (t, { evidence }) => {
    const storedAt = ctx.now().toISOString();
    if (!evidence.some((entry) => entry.id === id && entry.purgedAt === null)) return false;
    t.update(VerificationProcedures, number, {
      evidence: evidence.map((entry) => (entry.id === id ? { ...entry, storedAt } : entry)),
    });
    return true;
  });

/** Removes an entry without bytes from the procedure and from the quota. Returns false when it has bytes or is gone. */
const dropUnstored = (ctx: UserContext, number: string, id: string): Promise<boolean> =>
  changeEvidence(ctx, number, (t, { evidence, ownerId }) => {
    const dropped = evidence.find((entry) => entry.id === id && entry.storedAt === null && entry.purgedAt === null);
    if (!dropped) return false;
    t.update(VerificationProcedures, number, { evidence: evidence.filter((entry) => entry !== dropped) });
    t.update(UploadUse, ownerId, { bytes: inc(-dropped.sizeBytes) });
    return true;
  });

const changeEvidence = (
  { data }: UserContext,
  number: string,
  change: (t: Tx, procedure: Procedure) => boolean,
): Promise<boolean> =>
  data.tx(
    async (t) => {
      const row = await t.get(VerificationProcedures, number);
      return row ? change(t, row.data) : false;
    },
    { lane: procedureLane(number) },
  );
