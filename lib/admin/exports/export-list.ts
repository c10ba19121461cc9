import { auditRefusal, auditRow } from '#lib/audit/audit.ts';
import type { AuditFacts } from '#lib/audit/schemas/audit.ts';
import type { UserContext } from '#lib/context/context.ts';
import { hasRank } from '#lib/context/values.ts';
import { csvLines } from '#lib/core/csv.ts';
import { forbidden, invalid } from '#lib/core/errors.ts';
import { errors, stats, vitals } from './analytics-tables.ts';
import { moderation, verification } from './case-tables.ts';
import type { ExportQuery, ExportTable } from './export-table.ts';
import { contacts, tasks, threads } from './inbox-tables.ts';
import { logFailure } from './log-failure.ts';
import { notifications } from './notification-table.ts';
import { callbacks, orders, payments, payouts, settlements } from './sales-tables.ts';
import { audit, runs } from './system-tables.ts';
import type { ExportList } from './values.ts';

export const exportTables: Readonly<Record<ExportList, ExportTable>> = {
  ...{ orders, payments, callbacks, settlements, payouts },
  ...{ verification, moderation, notifications },
  ...{ threads, tasks, contacts },
  ...{ audit, runs, errors, vitals, stats },
};

/** Spreadsheets read UTF-8 only behind this mark. */
const BYTE_ORDER_MARK = '\u{FEFF}';
/** The form of the ids of rows, which no name or word has. */
const OWN_ID = /^[a-z]{3}_[A-Za-z0-9_-]{20,43}$/;
/** The process pages are for superadmins, so their list is too. */
const forSuperadmins: readonly ExportList[] = ['runs'];

/**
 * Streams a list of the console as CSV, from its first row to its last. Records the export before the first line. Rows
 * that change while the list is read appear as they are when their page is read.
 */
export async function exportList(
  ctx: UserContext,
  list: ExportList,
  asked: ExportQuery,
): Promise<AsyncGenerator<string, void>> {
  const table = exportTables[list];
  const act = { action: 'list.exported', targetType: 'list', targetId: list };
  if (forSuperadmins.includes(list) && !hasRank(ctx.user.role, 'superadmin'))
    await auditRefusal(ctx, act, () => Promise.reject(forbidden('This needs the superadmin role')));
  const query = await table.resolve(ctx, parseQuery(table, asked));
  const now = ctx.now();
  await ctx.data.batch((write) => auditRow(write, ctx, { ...act, after: factsOf(table, query), now }));
  return logFailure(ctx, list, linesOf(ctx, table, query));
}

function parseQuery({ query }: ExportTable, asked: ExportQuery) {
  const parsed = query.safeParse(asked);
  if (parsed.success) return parsed.data;
  const details: Record<string, string> = {};
  for (const issue of parsed.error.issues) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.map(String).join('.') || 'query'];
    for (const key of keys)
      details[key] ??= issue.code === 'unrecognized_keys' ? 'is not a filter of this list' : issue.message;
  }
  throw invalid('The query is not valid', details);
}

/**
 * Returns the filter for the audit: ids and fixed words as given, of anything else only that it was given. An audit row
 * outlives the person whose address was typed into a filter.
 */
function factsOf({ textKeys }: ExportTable, query: ExportQuery): AuditFacts | null {
  const facts = Object.entries(query).flatMap(([key, value]) => {
    if (value === undefined) return [];
    // The schema of every other key is a closed set of words, or days.
    const isKnown = !textKeys.includes(key) || OWN_ID.test(value);
    return [[key, isKnown ? value : true] as const];
  });
  return facts.length === 0 ? null : Object.fromEntries(facts);
}

async function* linesOf(ctx: UserContext, table: ExportTable, query: ExportQuery): AsyncGenerator<string, void> {
  yield BYTE_ORDER_MARK + csvLines([table.head]);
  for await (const rows of table.lines(ctx, query)) if (rows.length > 0) yield csvLines(rows);
}
