import type { Context } from '#lib/context/context.ts';
import type { DaySpans } from '#lib/crm/schemas/analytics.ts';
import type { EmailDraft } from '#lib/crm/schemas/draft.ts';
import { pagesOf } from '#lib/data/read-all.ts';
import { spanOfDay } from './count-day.ts';
import { draftRowsOfDay, tasksCompletedOf, threadsAnswered } from './queries.ts';

const PAGE = 200;

/** Returns the durations of one UTC day from its current rows, each list ascending. */
export async function daySpans({ data }: Pick<Context, 'data'>, day: string): Promise<DaySpans> {
  const span = spanOfDay(day);
  const spans: DaySpans = { firstReply: [], review: [], completion: [] };
  for await (const rows of pagesOf(data, (after) => threadsAnswered(span, PAGE, after)))
    for (const { data: thread } of rows) note(spans.firstReply, thread.askedAt ?? thread.beganAt, thread.firstReplyAt);
  for await (const rows of pagesOf(data, (after) => draftRowsOfDay(day, PAGE, after)))
    for (const { data: draft } of rows) note(spans.review, draft.createdAt, reviewedAt(draft));
  for await (const rows of pagesOf(data, (after) => tasksCompletedOf(day, PAGE, after)))
    for (const { data: task } of rows) note(spans.completion, task.createdAt, task.completedAt);
  for (const list of Object.values(spans)) list.sort((a, b) => a - b);
  return spans;
}

/** Returns when a person decided on a draft, in its current state. An edit voids an approval. */
const reviewedAt = ({ approvedAt, rejectedAt }: EmailDraft): string | null =>
  [approvedAt, rejectedAt].filter((at) => at !== null).sort()[0] ?? null;

/** Adds a duration. It is never negative, although the clocks of two machines may differ. */
function note(list: number[], from: string, to: string | null): void {
  if (to !== null) list.push(Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000)));
}
