import type { Context } from '#lib/context/context.ts';
import { ID_PATTERN } from '#lib/core/id-pattern.ts';
import { newId } from '#lib/core/ids.ts';
import { before, MINUTE_MS } from '#lib/core/time.ts';
import type { Row } from '#lib/data/store.ts';
import { promiseAlert } from '#lib/payments/alerts/alert-topics.ts';
import type { Finding } from '#lib/payments/audit/findings.ts';
import { StoreAudits } from '#lib/store/collections.ts';
import { auditsFinishedLast } from '#lib/store/queries.ts';
import {
  type AuditFinding,
  type AuditWalk,
  MAX_STORED_FINDINGS,
  type StoreAudit,
} from '#lib/store/schemas/store-audit.ts';
import { auditSlice, type Slice } from './slice.ts';
import { firstWalk, walkOn } from './walk.ts';

/** Changes commit some time after the time that they record, and clocks differ. So this span is audited twice. */
const OVERLAP_MS = 5 * MINUTE_MS;

export type Audited = {
  readonly checked: number;
  /** With the last slice of an audit, the number of all its findings. */
  readonly found: number;
  readonly cursor: string | null;
  /** The number of findings of the whole audit; null while the audit runs. */
  readonly discrepancies: number | null;
};

/**
 * Recomputes the invariants of stock, orders and money on live data, one slice at a time, and records what is broken.
 * An audit covers the rows changed since the previous audit, that audit's findings, and a part of all rows. It never
 * repairs: a wrong counter needs a person's decision. Continues the audit that `cursor` names from the place in its
 * row; null starts a new audit.
 */
export async function auditStore(ctx: Context, cursor: string | null): Promise<Audited> {
  const audit = (cursor === null ? null : await findStarted(ctx, cursor)) ?? (await beginAudit(ctx));
  if (audit.data.place === null) return statusOf(audit);
  const slice = await auditSlice(ctx, audit.data, audit.data.place);
  for (const { invariant, subject } of slice.findings)
    ctx.log('error', 'invariant.broken', { invariant, subject, auditId: audit.id });
  return noteSlice(ctx, audit, slice);
}

/**
 * Returns the audit that a cursor names. An earlier version wrote the place into the cursor; such an audit starts
 * again.
 */
async function findStarted({ data }: Context, cursor: string): Promise<Row<StoreAudit> | null> {
  const audit = ID_PATTERN.test(cursor) ? await data.get(StoreAudits, cursor) : undefined;
  return audit ?? null;
}

async function beginAudit(ctx: Context): Promise<Row<StoreAudit>> {
  const [last] = (await ctx.data.find(auditsFinishedLast(1))).rows;
  const now = ctx.now();
  const id = newId('storeAudit');
  // A finding stays until its row is recomputed. Late rows are searched again.
  const findings = last?.data.findings.filter(({ row }) => row !== null) ?? [];
  await ctx.data.create(StoreAudits, id, {
    startedAt: now.toISOString(),
    finishedAt: null,
    ...scopeAfter(last?.data, now),
    place: { step: 'known', after: null },
    checked: 0,
    found: findings.length,
    findings,
  });
  return ctx.data.need(StoreAudits, id);
}

/**
 * Returns the scope of an audit beside the known findings: the changes since the previous audit began, and the next
 * part of the walk. The first audit covers everything. So does the audit after one with more findings than are stored.
 */
function scopeAfter(last: StoreAudit | undefined, now: Date): { since: string | null; walk: AuditWalk } {
  if (!last?.walk || last.found > last.findings.length) return { since: null, walk: firstWalk(now) };
  return { since: before(new Date(last.startedAt), OVERLAP_MS), walk: walkOn(last.walk, now) };
}

/**
 * Records the result of a slice once; a result recorded before is not written again. The last slice ends the audit and
 * alerts an operator when the audit names something that the previous audit did not.
 */
async function noteSlice(ctx: Context, audit: Row<StoreAudit>, slice: Slice): Promise<Audited> {
  const now = ctx.now();
  const isLast = slice.place === null;
  const [last] = isLast ? (await ctx.data.find(auditsFinishedLast(1))).rows : [];
  const noted = await ctx.data.tx(async (t) => {
    const row = await t.need(StoreAudits, audit.id);
    if (row.version !== audit.version) return row.data;
    const data = withSlice(row.data, slice, isLast ? now.toISOString() : null);
    t.set(StoreAudits, audit.id, data);
    if (isLast && hasNewFindings(data, last?.data))
      promiseAlert(t, { kind: 'drift', subjectId: audit.id, count: data.found, lines: data.findings.map(lineOf) }, now);
    return data;
  });
  const status = statusOf({ id: audit.id, data: noted });
  return { ...status, checked: slice.rows.length, found: status.discrepancies ?? 0 };
}

const statusOf = ({ id, data }: Pick<Row<StoreAudit>, 'id' | 'data'>): Audited => ({
  checked: 0,
  found: 0,
  cursor: data.place === null ? null : id,
  discrepancies: data.place === null ? data.found : null,
});

/** Returns an audit in which the findings of a slice replace the earlier findings of the same rows. */
function withSlice(audit: StoreAudit, { rows, findings, place, walk }: Slice, finishedAt: string | null): StoreAudit {
  const recomputed = new Set(rows.map(({ kind, id }) => `${kind} ${id}`));
  const earlier = audit.findings.filter(({ row }) => row === null || !recomputed.has(`${row.kind} ${row.id}`));
  return {
    ...audit,
    finishedAt,
    place,
    walk,
    checked: audit.checked + rows.length,
    found: audit.found - (audit.findings.length - earlier.length) + findings.length,
    findings: [...earlier, ...findings.map(cut)].slice(0, MAX_STORED_FINDINGS),
  };
}

/**
 * Returns true when an audit names a finding that the previous audit did not. Of findings that were only counted, it
 * compares the numbers.
 */
function hasNewFindings({ found, findings }: StoreAudit, last: StoreAudit | undefined): boolean {
  const known = new Set(last?.findings.map(nameOf));
  return (
    findings.some((finding) => !known.has(nameOf(finding))) || found > Math.max(last?.found ?? 0, MAX_STORED_FINDINGS)
  );
}

const nameOf = ({ invariant, subject }: Finding): string => `${invariant} ${subject}`;
const lineOf = ({ invariant, subject, why }: Finding) => ({ name: `${invariant} ${subject}`, value: why });

const cut = (finding: AuditFinding): AuditFinding => ({
  ...finding,
  subject: finding.subject.slice(0, 200),
  why: finding.why.slice(0, 300),
});
