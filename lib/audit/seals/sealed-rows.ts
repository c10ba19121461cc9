import { createHash, hash } from 'node:crypto';
import { z } from 'zod';
import { AuditLog } from '#lib/audit/collections.ts';
import type { Context } from '#lib/context/context.ts';
import { canonicalJson } from '#lib/core/canonical-json.ts';
import type { Collection } from '#lib/data/collection.ts';
import { from } from '#lib/data/query.ts';
import { MAX_ROWS } from '#lib/data/query-plan.ts';
import { pagesOf } from '#lib/data/read-all.ts';
import { hourAfter, startOf } from './hours.ts';

/**
 * The rows of the log as the database holds them. A row that was changed by hand may no longer fit its schema, and it
 * must still be read and named. A field that the schema gains later leaves the hashes of older rows as they were.
 */
export const StoredAuditRows = { ...AuditLog, schema: z.looseObject({}) } as unknown as Collection<{ at: string }>;

/** Characters of a row's hash: 128 bits name a row. The hash of the hour has all 256. */
const SHORT = 22;

/** Returns the text of a row that is hashed. */
const sealedText = (id: string, data: object): string => canonicalJson({ data, id });

/** Returns a row's id and short hash, as `AuditSealRows` holds them. */
export const markOf = (id: string, data: object): string => markText(id, sealedText(id, data));

const markText = (id: string, text: string): string => `${id} ${hash('sha256', text, 'base64url').slice(0, SHORT)}`;

export type SealedHour = { readonly hash: string; readonly count: number; readonly marks: readonly string[] };

/** Reads the rows of an hour and returns what its seal must say, given the hash of the seal before it. */
export async function readHour({ data }: Pick<Context, 'data'>, hour: string, prevHash: string): Promise<SealedHour> {
  const sum = createHash('sha256').update(`${prevHash}\n`);
  const marks: string[] = [];
  for await (const rows of pagesOf(data, (after) => rowsOfHour(hour).after(after)))
    for (const row of rows) {
      const text = sealedText(row.id, row.data);
      sum.update(marks.length === 0 ? text : `\n${text}`);
      marks.push(markText(row.id, text));
    }
  return { hash: sum.digest('base64url'), count: marks.length, marks };
}

const rowsOfHour = (hour: string) =>
  from(StoredAuditRows)
    .where('at', '>=', startOf(hour))
    .where('at', '<', startOf(hourAfter(hour)))
    .orderBy('at')
    .limit(MAX_ROWS);

/** The rows before an hour, oldest first. */
export const rowsBefore = (hour: string, limit: number) =>
  from(StoredAuditRows).where('at', '<', startOf(hour)).orderBy('at').limit(limit);

/** The oldest row. The chain begins with its hour. */
export const oldestRow = () => from(StoredAuditRows).orderBy('at').limit(1);
