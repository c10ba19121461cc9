import { ModerationCases, ModerationReports } from '#lib/admin/collections.ts';
import type { ListedCase, ModerationCase, ModerationItem, ModerationQuery } from '#lib/admin/schemas/moderation.ts';
import { Users } from '#lib/auth/collections.ts';
import type { Context } from '#lib/context/context.ts';
import { cursorAfter } from '#lib/data/cursor.ts';
import { type Cursor, from, type Query } from '#lib/data/query.ts';
import type { Page, Row } from '#lib/data/store.ts';
import type { CaseList, CaseStatus, ReportedType } from './values.ts';

/** The number of newest comments of reporters shown with a case. */
const COMMENTS = 5;

/** Open cases, the highest score first, then the oldest. */
export function openCases(entityType: ReportedType | undefined, limit: number, after?: Cursor) {
  const open = from(ModerationCases).where('status', '==', 'open');
  return (entityType === undefined ? open : open.where('entityType', '==', entityType))
    .orderBy('score', 'desc')
    .orderBy('firstReportedAt')
    .limit(limit)
    .after(after);
}

/** Cases with one decision, the latest decision first. */
export function decidedCases(
  status: Exclude<CaseStatus, 'open'>,
  entityType: ReportedType | undefined,
  limit: number,
  after?: Cursor,
) {
  const decided = from(ModerationCases).where('status', '==', status);
  return (entityType === undefined ? decided : decided.where('entityType', '==', entityType))
    .orderBy('decidedAt', 'desc')
    .limit(limit)
    .after(after);
}

/** Cases with an appeal that waits for an answer, the oldest appeal first. */
export function casesWithOpenAppeal(entityType: ReportedType | undefined, limit: number, after?: Cursor) {
  const appealed = from(ModerationCases).where('appealState', '==', 'open');
  return (entityType === undefined ? appealed : appealed.where('entityType', '==', entityType))
    .orderBy('appealedAt')
    .limit(limit)
    .after(after);
}

/** Cases of one list of the console, in its order. */
export function casesIn(list: CaseList, entityType: ReportedType | undefined, limit: number, after?: Cursor) {
  if (list === 'appeals') return casesWithOpenAppeal(entityType, limit, after);
  return list === 'open' ? openCases(entityType, limit, after) : decidedCases(list, entityType, limit, after);
}

/** Every case about an entity that belongs or belonged to a user. */
export const casesOf = (ownerId: string, limit: number, after?: Cursor) =>
  from(ModerationCases).where('ownerId', '==', ownerId).limit(limit).after(after);

/** The same cases, the latest report first. */
export const newestCasesOf = (ownerId: string, limit: number, after?: Cursor) =>
  from(ModerationCases).where('ownerId', '==', ownerId).orderBy('lastReportedAt', 'desc').limit(limit).after(after);

/** Cases of a user with one status, the latest decision first. */
export const casesOfWith = (ownerId: string, status: CaseStatus, limit: number) =>
  from(ModerationCases)
    .where('ownerId', '==', ownerId)
    .where('status', '==', status)
    .orderBy('decidedAt', 'desc')
    .limit(limit);

export const reportsOf = (entityId: string, limit: number, after?: Cursor) =>
  from(ModerationReports).where('entityId', '==', entityId).orderBy('createdAt', 'desc').limit(limit).after(after);

/**
 * Reads a page of cases without the reader's own. It reads on past those, so a page has fewer rows than its limit only
 * where no more follow.
 */
async function findOthers(
  ctx: Context,
  queryOf: (limit: number, after: Cursor | undefined) => Query<ModerationCase>,
  { limit, cursor }: { readonly limit: number; readonly cursor?: Cursor | undefined },
) {
  const rows: Row<ModerationCase>[] = [];
  let place: Cursor | null | undefined = cursor;
  while (rows.length <= limit && place !== null) {
    const found: Page<ModerationCase> = await ctx.data.find(queryOf(limit + 1, place));
    rows.push(...withoutOwn(ctx, found.rows));
    place = found.next;
  }
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { rows: rows.slice(0, limit), next: last ? cursorAfter(queryOf(limit, undefined), last) : null };
}

/** Leaves out the reader's own cases: who reports them and how often is for the administrators who decide. */
export const withoutOwn = ({ user }: Pick<Context, 'user'>, rows: readonly Row<ModerationCase>[]) =>
  rows.filter(({ data }) => data.ownerId !== user?.id);

type CasesQuery = Omit<ModerationQuery, 'cursor'> & {
  readonly status: CaseList;
  readonly cursor?: Cursor | undefined;
};

/** Lists cases as the console shows them, without the reader's own. */
export async function listCasesWithDetails(ctx: Context, { status, entityType, limit, cursor }: CasesQuery) {
  const { rows, next } = await findOthers(ctx, (most, after) => casesIn(status, entityType, most, after), {
    limit,
    cursor,
  });
  return { cases: await detailsOf(ctx, rows), nextCursor: next };
}

/** Returns cases with the comments of reporters, the authors of decisions and the people they are about. */
export async function detailsOf(ctx: Context, rows: readonly Row<ModerationCase>[]): Promise<ListedCase[]> {
  const deciderIds = [
    ...new Set(rows.flatMap(({ data }) => [data.decidedBy ?? [], data.appeal?.decidedBy ?? []].flat())),
  ];
  const [items, deciders, comments, people] = await Promise.all([
    itemsOf(ctx, rows),
    ctx.data.getMany(Users, deciderIds),
    Promise.all(rows.map(({ data }) => commentsOn(ctx, data))),
    peopleIn(ctx, rows),
  ]);
  const names = new Map(deciders.flatMap((row) => (row ? [[row.id, row.data.name] as const] : [])));
  return items.flatMap((item, at): ListedCase[] => {
    const row = rows[at]?.data;
    if (!row) return [];
    const { isHidden, reason, decidedAt, decidedBy, appeal } = row;
    const isEndedByPurge = decidedAt !== null && decidedBy === null;
    const decidedByName = names.get(decidedBy ?? '') ?? null;
    const isOwnDecision = decidedBy !== null && decidedBy === ctx.user?.id;
    const answer = appeal?.decidedAt
      ? { reason: appeal.reason, at: appeal.decidedAt, byName: names.get(appeal.decidedBy ?? '') ?? null }
      : null;
    const person = people.get(row.entityId) ?? null;
    const shown = {
      ...item,
      isHidden,
      reason,
      decidedAt,
      decidedByName,
      isEndedByPurge,
      isOwnDecision,
      answer,
      person,
    };
    return [{ ...shown, comments: comments[at] ?? [] }];
  });
}

/** Returns the current data of the users whose profiles are among the cases. */
async function peopleIn(
  { data }: Context,
  rows: readonly Row<ModerationCase>[],
): Promise<ReadonlyMap<string, ListedCase['person']>> {
  const ids = rows.flatMap((row) => (row.data.entityType === 'profile' ? [row.data.entityId] : []));
  const users = ids.length === 0 ? [] : await data.getMany(Users, ids);
  return new Map(
    users.flatMap((user) => {
      if (!user) return [];
      const { role, status, createdAt, isVerified } = user.data;
      return [[user.id, { role, status, createdAt, isVerified }] as const];
    }),
  );
}

async function commentsOn(
  { data }: Context,
  { entityId, reportCount }: ModerationCase,
): Promise<ListedCase['comments']> {
  if (reportCount === 0) return [];
  const { rows } = await data.find(reportsOf(entityId, COMMENTS));
  return rows.flatMap(({ id, data: { comment, createdAt } }) => (comment ? [{ id, text: comment, createdAt }] : []));
}

/** Lists the cases that wait for a decision, or those whose appeal does, without the reader's own. */
export async function listCases(ctx: Context, { entityType, appeal, limit, cursor }: ModerationQuery) {
  const waiting = appeal === 'open' ? casesWithOpenAppeal : openCases;
  const { rows, next } = await findOthers(ctx, (most, after) => waiting(entityType, most, after), { limit, cursor });
  return { items: await itemsOf(ctx, rows), nextCursor: next };
}

/** Returns cases as the console shows them, with the current names of the owners. */
export async function itemsOf(
  { data }: Pick<Context, 'data'>,
  rows: readonly Pick<Row<ModerationCase>, 'data'>[],
): Promise<ModerationItem[]> {
  const ownerIds = [...new Set(rows.flatMap((row) => row.data.ownerId ?? []))];
  const owners = new Map((await data.getMany(Users, ownerIds)).flatMap((row) => (row ? [[row.id, row.data]] : [])));
  return rows.map((row) => {
    const { credibleCount: _, isHidden: __, reason: ___, decidedBy: ____, decidedAt: _____, ...rest } = row.data;
    const { vendorWas: ______, productWas: _______, appeal, ...shown } = rest;
    return {
      ...shown,
      ownerName: owners.get(row.data.ownerId ?? '')?.name ?? null,
      appeal: appeal && { text: appeal.text, at: appeal.at },
    };
  });
}
