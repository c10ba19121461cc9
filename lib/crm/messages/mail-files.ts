import type { Context } from '#lib/context/context.ts';
import { unavailable } from '#lib/core/errors.ts';
import { newId } from '#lib/core/ids.ts';
import { after, HOUR_MS } from '#lib/core/time.ts';
import { dropFilesTopic } from '#lib/crm/topics.ts';
import { enqueue, Outbox, outboxIdOf } from '#lib/data/outbox.ts';
import type { Tx } from '#lib/data/store.ts';

/** A process that has not stored the row of its files by then never will. */
const CLAIM_MS = HOUR_MS;

export type NamedFile = { readonly name: string; readonly bytes: Uint8Array };
/** Files that are written but belong to no row yet. */
export type FileClaim = { readonly folder: string; readonly outboxId: string };

/**
 * Writes files before the row that will own them. The deletion of the files is enqueued first, and the transaction of
 * the row cancels it. A crash at any point therefore loses no file and leaves none behind.
 */
export async function claimFiles(ctx: Context, files: readonly NamedFile[]): Promise<FileClaim | null> {
  if (files.length === 0) return null;
  const folder = `mail/${newId('file')}`;
  const keys = files.map(({ name }) => `${folder}/${name}`);
  const now = ctx.now();
  await ctx.data.batch((write) =>
    enqueue(write, dropFilesTopic, { keys }, { now, key: folder, availableAt: after(now, CLAIM_MS) }),
  );
  for (const { name, bytes } of files) await ctx.files.put(`${folder}/${name}`, bytes);
  return { folder, outboxId: outboxIdOf(dropFilesTopic, folder) };
}

/** Throws, among the reads of a transaction, when the files may already be deleted. */
export async function assertClaimed(t: Tx, claim: FileClaim | null): Promise<void> {
  if (claim === null) return;
  const held = await t.get(Outbox, claim.outboxId);
  if (held?.data.status !== 'waiting')
    throw unavailable('The files of the mail were deleted while it was being stored', { retryAfter: 1 });
}

/** Keeps the files for the row that the same transaction writes. */
export function settleFiles(t: Tx, claim: FileClaim | null): void {
  if (claim !== null) t.delete(Outbox, claim.outboxId);
}

/** Releases files that no row owns: they are deleted immediately instead of after an hour. */
export async function releaseFiles(ctx: Context, claim: FileClaim | null): Promise<void> {
  if (claim === null) return;
  const availableAt = ctx.now().toISOString();
  await ctx.data.tx(async (t) => {
    const held = await t.get(Outbox, claim.outboxId);
    if (held?.data.status === 'waiting') t.update(Outbox, claim.outboxId, { availableAt });
  });
}

/** Keeps files until the given time. Their deletion stays enqueued, but later. */
export function postponeFileDeletion(t: Tx, claim: FileClaim | null, until: string): void {
  if (claim !== null) t.update(Outbox, claim.outboxId, { availableAt: until });
}
