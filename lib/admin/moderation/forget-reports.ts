import { ModerationReports } from '#lib/admin/collections.ts';
import type { Cursor } from '#lib/data/query.ts';
import type { Tx } from '#lib/data/store.ts';
import { casesOf, reportsOf } from './moderation-queue.ts';

const SLICE = 100;

/** A place in the reports of one case, among the cases of a person. */
type Place = { readonly cases?: Cursor | undefined; readonly reports?: Cursor };

/**
 * Blanks the comments that others wrote in their reports about a deleted account and what it owned. One call takes a
 * slice of the reports of one case, because a case may have more reports than a commit takes.
 */
export async function forgetComments(t: Tx, ownerId: string, after: Cursor | undefined) {
  const { cases, reports }: Place = after === undefined ? {} : JSON.parse(after);
  const found = await t.find(casesOf(ownerId, 1, cases));
  const [about] = found.rows;
  if (!about) return { count: 0, next: null };
  const { rows, next } = await t.find(reportsOf(about.data.entityId, SLICE, reports));
  const worded = rows.filter(({ data }) => data.comment !== null);
  for (const { id } of worded) t.update(ModerationReports, id, { comment: null });
  return { count: worded.length, next: placeAfter(cases, next, found.next) };
}

/** Returns the place after a slice: further in the same case, in the next case, or nowhere. */
function placeAfter(cases: Cursor | undefined, reports: Cursor | null, nextCase: Cursor | null): Cursor | null {
  if (reports !== null) return JSON.stringify({ cases, reports } satisfies Place);
  return nextCase === null ? null : JSON.stringify({ cases: nextCase } satisfies Place);
}
