import type { Context } from '#lib/context/context.ts';
import { ID_PATTERN } from '#lib/core/id-pattern.ts';
import { newId } from '#lib/core/ids.ts';
import { before, MINUTE_MS } from '#lib/core/time.ts';
import type { Row } from '#lib/data/store.ts';
import { promiseAlert } from '#lib/payments/alerts/alert-topics.ts';
import type { Finding } from '#lib/payments/audit/findings.ts';
import { StoreAudits } from '#lib/store/collections.ts';
import { auditsFinishedLast } from '#lib/store/queries.ts';
import { type AuditFinding, type AuditWalk, FINDINGS_KEPT, type StoreAudit } from '#lib/store/schemas/store-audit.ts';
import { auditSlice, type Slice } from './slice.ts';
import { firstWalk, walkOn } from './walk.ts';

/** Changes are committed some time after the moment they name, and clocks differ: so much is looked at twice. */
const OVERLAP_MS = 5 * MINUTE_MS;

export type Audited = {
  readonly checked: number;
  /** With the last slice of an audit, what it has found in all. */
  readonly found: number;
  readonly cursor: string | null;
  /** What the whole audit has found; null while it goes on. */
  readonly drift: number | null;
};

/**
 * Recomputes what must hold of stock, orders and money on live data, a slice at a time, and writes down what does not. It
 * looks at what has changed since the audit before it, at what that one found, and at a part of everything there is. It
 * never repairs: a counter that is off is a question for a person. Goes on with the audit that `cursor` names, from where
 * its row says; null begins a new audit.
 */
export async function auditStore(ctx: Context, cursor: string | null): Promise<Audited> {
  const audit = (cursor === null ? null : await findStarted(ctx, cursor)) ?? (await beginAudit(ctx));
  if (audit.data.place === null) return statusOf(audit);
  const slice = await auditSlice(ctx, audit.data, audit.data.place);
  for (const { invariant, subject } of slice.findings)
    ctx.log('error', 'invariant.broken', { invariant, subject, auditId: audit.id });
  return noteSlice(ctx, audit, slice);
}

/** The audit that a cursor names. An earlier version wrote the place into the cursor; such an audit begins anew. */
async function findStarted({ data }: Context, cursor: string): Promise<Row<StoreAudit> | null> {
  const audit = ID_PATTERN.test(cursor) ? await data.get(StoreAudits, cursor) : undefined;
  return audit ?? null;
}

async function beginAudit(ctx: Context): Promise<Row<StoreAudit>> {
  const [last] = (await ctx.data.find(auditsFinishedLast(1))).rows;
  const now = ctx.now();
  const id = newId('storeAudit');
  // What was found stands until its row is recomputed; what was late is looked up anew.
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
 * What an audit looks at beside what is known: what has changed since the one before it began, and the next part of the
 * walk. The first looks at everything, and so does one after an audit that found more than it could keep.
 */
function scopeAfter(last: StoreAudit | undefined, now: Date): { since: string | null; walk: AuditWalk } {
  if (!last?.walk || last.found > last.findings.length) return { since: null, walk: firstWalk(now) };
  return { since: before(new Date(last.startedAt), OVERLAP_MS), walk: walkOn(last.walk, now) };
}

/**
 * Writes down what a slice has brought, once: where it was written down before, nothing happens. The last one ends the
 * audit and calls for a person where the audit names something that the one before it did not.
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
    if (isLast && hasNews(data, last?.data))
      promiseAlert(t, { kind: 'drift', subjectId: audit.id, count: data.found, lines: data.findings.map(lineOf) }, now);
    return data;
  });
  const status = statusOf({ id: audit.id, data: noted });
  return { ...status, checked: slice.rows.length, found: status.drift ?? 0 };
}

const statusOf = ({ id, data }: Pick<Row<StoreAudit>, 'id' | 'data'>): Audited => ({
  checked: 0,
  found: 0,
  cursor: data.place === null ? null : id,
  drift: data.place === null ? data.found : null,
});

/** An audit with the findings of a slice in place of what was known of the same rows. */
function withSlice(audit: StoreAudit, { rows, findings, place, walk }: Slice, finishedAt: string | null): StoreAudit {
  const recomputed = new Set(rows.map(({ kind, id }) => `${kind} ${id}`));
  const kept = audit.findings.filter(({ row }) => row === null || !recomputed.has(`${row.kind} ${row.id}`));
  return {
    ...audit,
    finishedAt,
    place,
    walk,
    checked: audit.checked + rows.length,
    found: audit.found - (audit.findings.length - kept.length) + findings.length,
    findings: [...kept, ...findings.map(cut)].slice(0, FINDINGS_KEPT),
  };
}

/** Whether an audit names what the one before it did not; of findings that were only counted, whether there are more. */
function hasNews({ found, findings }: StoreAudit, last: StoreAudit | undefined): boolean {
  const known = new Set(last?.findings.map(nameOf));
  return findings.some((finding) => !known.has(nameOf(finding))) || found > Math.max(last?.found ?? 0, FINDINGS_KEPT);
}

const nameOf = ({ invariant, subject }: Finding): string => `${invariant} ${subject}`;
const lineOf = ({ invariant, subject, why }: Finding) => ({ name: `${invariant} ${subject}`, value: why });

const cut = (finding: AuditFinding): AuditFinding => ({
  ...finding,
  subject: finding.subject.slice(0, 200),
  why: finding.why.slice(0, 300),
});
