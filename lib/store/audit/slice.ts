import type { Context } from '#lib/context/context.ts';
import type { AuditedRow, AuditFinding, AuditWalk, StoreAudit } from '#lib/store/schemas/store-audit.ts';
import { type AuditStep, auditSteps } from '#lib/store/values.ts';
import { sources } from './changed.ts';
import { kinds } from './kinds.ts';
import { auditLateness } from './late.ts';
import { takeSteps } from './walk.ts';

/** The number of rows recomputed in a slice; each row costs about ten reads. */
const AT_ONCE = 100;
/** The most pages of changed rows that a slice reads before it finds a row to recompute. */
const MOST_PAGES = 20;

type Place = NonNullable<StoreAudit['place']>;

/** A part of an audit: the recomputed rows, the findings, and the place where the next part begins. */
export type Slice = {
  readonly rows: readonly AuditedRow[];
  readonly findings: readonly AuditFinding[];
  /** Null after the last slice. */
  readonly place: Place | null;
  readonly walk: AuditWalk | null;
};

/** Recomputes the next rows of an audit. Changes nothing. */
export async function auditSlice(ctx: Context, audit: StoreAudit, from: Place): Promise<Slice> {
  let found = await rowsAt(ctx, audit, from);
  for (let pages = 1; found.rows.length === 0 && found.place.step !== 'lateness' && pages < MOST_PAGES; pages++)
    found = await rowsAt(ctx, { ...audit, walk: found.walk }, found.place);
  if (found.rows.length === 0 && found.place.step === 'lateness') return lastSlice(ctx, found.walk);

  const findings: AuditFinding[] = [];
  for (const row of found.rows)
    findings.push(...(await kinds[row.kind].audit(ctx, row.id)).map((finding) => ({ ...finding, row })));
  return { ...found, findings };
}

/** Searches late rows at the end of an audit: they are few, and no later audit has to check them again. */
async function lastSlice(ctx: Context, walk: AuditWalk | null): Promise<Slice> {
  const findings = (await auditLateness(ctx)).map((finding) => ({ ...finding, row: null }));
  return { rows: [], findings, place: null, walk };
}

type Found = Pick<Slice, 'rows' | 'walk'> & { readonly place: Place };

/** Returns the rows at a place of an audit, and the place after them. */
async function rowsAt(ctx: Context, audit: StoreAudit, { step, after }: Place): Promise<Found> {
  const { walk } = audit;
  const next = (cursor: string | null): Place =>
    cursor === null ? { step: stepAfter(step, audit), after: null } : { step, after: cursor };
  if (step === 'known') {
    const { rows, last } = knownAfter(audit, after ?? '');
    return { rows, walk, place: next(last) };
  }
  if (step === 'walk') {
    if (walk === null) return { rows: [], walk, place: next(null) };
    const taken = await takeSteps(ctx, walk, AT_ONCE);
    return { rows: taken.rows, walk: taken.walk, place: next(taken.isDone ? null : '') };
  }
  if (step === 'lateness') return { rows: [], walk, place: { step, after: null } };
  const span = { from: audit.since ?? audit.startedAt, to: audit.startedAt };
  const changed = await sources[step](ctx, span, AT_ONCE, after ?? undefined);
  return { rows: changed.rows, walk, place: next(changed.next) };
}

/** Returns the next step. An audit of everything need not read what has changed. */
function stepAfter(step: AuditStep, { since }: StoreAudit): AuditStep {
  if (step === 'known' && since === null) return 'walk';
  return auditSteps[auditSteps.indexOf(step) + 1] ?? 'lateness';
}

/** Returns the next rows with earlier findings, sorted by their names. */
function knownAfter({ findings }: StoreAudit, after: string) {
  const rows = new Map(findings.flatMap(({ row }) => (row ? [[`${row.kind} ${row.id}`, row] as const] : [])));
  const names = [...rows.keys()].filter((name) => name > after).sort();
  const taken = names.slice(0, AT_ONCE);
  return {
    rows: taken.flatMap((name) => rows.get(name) ?? []),
    last: taken.length < names.length ? (taken.at(-1) ?? null) : null,
  };
}
