import { ERRORS_KEPT_DAYS, MOST_NEW_GROUPS, MOST_USER_MARKS } from '#lib/admin/limits.ts';
import type { ErrorDay, ErrorGroup } from '#lib/admin/schemas/errors.ts';
import type { Context } from '#lib/context/context.ts';
import { after, before, DAY_MS, dayOf } from '#lib/core/time.ts';
import type { Collection } from '#lib/data/collection.ts';
import type { Tx } from '#lib/data/store.ts';
import { ErrorDays, ErrorGroups } from './collections.ts';
import { type ErrorPart, overflowOf } from './error-part.ts';

/**
 * Adds errors to their groups and days in one transaction. It counts the new groups of a day as it creates them, so the
 * limit holds over all processes. Beyond it, errors count in the overflow group of their kind.
 */
export const storeErrors = ({ data }: Pick<Context, 'data'>, parts: readonly ErrorPart[]): Promise<void> =>
  data.tx(async (t) => {
    const ids = parts.flatMap((part) => [part.groupId, overflowOf(part).groupId]);
    const groups = await readById(t, ErrorGroups, ids);
    const days = await readById(
      t,
      ErrorDays,
      parts.map(({ date }) => date),
    );
    const changed = new Set<string>();

    for (const part of parts) {
      const day = days.get(part.date) ?? noErrors(part.date);
      const isNew = !groups.has(part.groupId);
      const isOver = isNew && day.newGroups >= MOST_NEW_GROUPS;
      const stored = isOver ? overflowOf(part) : part;
      groups.set(stored.groupId, added(groups.get(stored.groupId), stored));
      changed.add(stored.groupId);
      days.set(part.date, {
        ...day,
        [part.kind]: day[part.kind] + part.count,
        newGroups: day.newGroups + (isNew && !isOver ? 1 : 0),
      });
    }
    for (const [id, group] of groups) if (changed.has(id)) t.set(ErrorGroups, id, group);
    for (const [date, day] of days) t.set(ErrorDays, date, day);
  });

async function readById<T extends object>(
  t: Tx,
  collection: Collection<T>,
  ids: readonly string[],
): Promise<Map<string, T>> {
  const rows = await t.getMany(collection, [...new Set(ids)]);
  return new Map(rows.flatMap((row) => (row ? [[row.id, row.data] as const] : [])));
}

const noErrors = (date: string): ErrorDay => ({ date, newGroups: 0, client: 0, server: 0, csp: 0, process: 0 });

function added(group: ErrorGroup | undefined, part: ErrorPart): ErrorGroup {
  const { groupId, date, count, ...facts } = part;
  const isLatest = group === undefined || group.lastSeenAt <= part.lastSeenAt;
  const latest = isLatest ? facts : group;
  const lastSeenAt = latest.lastSeenAt;
  return {
    ...{ kind: facts.kind, name: facts.name, message: facts.message },
    ...{ path: latest.path, release: latest.release, lastSeenAt },
    firstSeenAt: [group?.firstSeenAt ?? facts.firstSeenAt, facts.firstSeenAt].sort()[0] ?? facts.firstSeenAt,
    lastRequestId: latest.lastRequestId ?? group?.lastRequestId ?? facts.lastRequestId,
    days: withDay(group?.days ?? {}, date, count, lastSeenAt),
    userMarks: [...new Set([...(group?.userMarks ?? []), ...facts.userMarks])].slice(0, MOST_USER_MARKS),
    expiresAt: after(new Date(lastSeenAt), ERRORS_KEPT_DAYS * DAY_MS),
  };
}

/** Adds to a day, and drops the days that no range reaches any more. */
function withDay(days: ErrorGroup['days'], date: string, count: number, lastSeenAt: string): ErrorGroup['days'] {
  const oldest = dayOf(before(new Date(lastSeenAt), (ERRORS_KEPT_DAYS - 1) * DAY_MS));
  const kept = Object.entries(days).filter(([day]) => day >= oldest);
  return { ...Object.fromEntries(kept), [date]: (days[date] ?? 0) + count };
}
