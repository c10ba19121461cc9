import type { Context } from '#lib/context/context.ts';
import { newId } from '#lib/core/ids.ts';
import { promiseAlert } from '#lib/payments/alerts/alert-topics.ts';
import type { Finding } from '#lib/payments/audit/findings.ts';
import { auditAttemptPage, auditEntryPage, auditPayoutPage } from '#lib/payments/audit/pages.ts';
import { auditSnapshotPage } from '#lib/payments/audit/snapshots.ts';
import { StoreAudits } from '#lib/store/collections.ts';
import { auditsFinishedLast } from '#lib/store/queries.ts';
import { FINDINGS_KEPT, type StoreAudit } from '#lib/store/schemas/store-audit.ts';
import { auditAccounts, auditLateness, auditOrderPage, auditProducts, type Page } from './pages.ts';

const phases = ['products', 'orders', 'attempts', 'entries', 'snapshots', 'payouts', 'accounts', 'lateness'] as const;
type Phase = (typeof phases)[number];

const auditPage: Readonly<Record<Phase, (ctx: Context, after: string | undefined) => Promise<Page>>> = {
  products: auditProducts,
  orders: auditOrderPage,
  attempts: auditAttemptPage,
  entries: auditEntryPage,
  snapshots: auditSnapshotPage,
  payouts: auditPayoutPage,
  accounts: auditAccounts,
  lateness: auditLateness,
};

/** Where an audit stands: which one it is, what it walks through and the place after the last page. */
type Place = { readonly auditId: string; readonly phase: Phase; readonly after: string | undefined };

const textOf = ({ auditId, phase, after = '' }: Place): string => `${auditId}.${phase}.${after}`;

function placeOf(cursor: string): Place | null {
  const [auditId = '', phase = '', after = ''] = cursor.split('.');
  const known = phases.find((name) => name === phase);
  return known ? { auditId, phase: known, after: after === '' ? undefined : after } : null;
}

export type Audited = {
  readonly checked: number;
  readonly found: number;
  readonly cursor: string | null;
  /** What the whole audit has found; null while it goes on. */
  readonly drift: number | null;
};

/**
 * Recomputes what must hold of stock, orders and money on live data, a page at a time, and writes down what does not. It
 * never repairs: a counter that is off is a question for a person. Goes on from `cursor`; null begins a new audit.
 */
export async function auditStore(ctx: Context, cursor: string | null): Promise<Audited> {
  const place = (cursor === null ? null : placeOf(cursor)) ?? (await beginAudit(ctx));
  const page = await auditPage[place.phase](ctx, place.after);
  const next = nextPlace(place, page.next);
  const drift = await noteFindings(ctx, place.auditId, page, next === null);
  return { checked: page.checked, found: page.findings.length, cursor: next && textOf(next), drift };
}

async function beginAudit(ctx: Context): Promise<Place> {
  const auditId = newId('storeAudit');
  const startedAt = ctx.now().toISOString();
  await ctx.data.create(StoreAudits, auditId, { startedAt, finishedAt: null, checked: 0, found: 0, findings: [] });
  return { auditId, phase: 'products', after: undefined };
}

function nextPlace(place: Place, after: string | null): Place | null {
  if (after !== null) return { ...place, after };
  const phase = phases[phases.indexOf(place.phase) + 1];
  return phase ? { ...place, phase, after: undefined } : null;
}

/**
 * Writes down what a page has brought. The last one ends the audit, once, and calls for a person where it names something
 * that the audit before it did not; it answers what was found in all.
 */
async function noteFindings(
  ctx: Context,
  auditId: string,
  { checked, findings }: Page,
  isLast: boolean,
): Promise<number | null> {
  for (const { invariant, subject } of findings) ctx.log('error', 'invariant.broken', { invariant, subject, auditId });
  const now = ctx.now();
  return ctx.data.tx(async (t) => {
    const { data } = await t.need(StoreAudits, auditId);
    if (data.finishedAt !== null) return data.found;
    const [before] = isLast ? (await t.find(auditsFinishedLast(1))).rows : [];
    const noted: StoreAudit = {
      ...data,
      finishedAt: isLast ? now.toISOString() : null,
      checked: data.checked + checked,
      found: data.found + findings.length,
      findings: [...data.findings, ...findings.map(cut)].slice(0, FINDINGS_KEPT),
    };
    t.set(StoreAudits, auditId, noted);
    if (!isLast) return null;
    if (hasNews(noted, before?.data))
      promiseAlert(
        t,
        { kind: 'drift', subjectId: auditId, count: noted.found, lines: noted.findings.map(lineOf) },
        now,
      );
    return noted.found;
  });
}

/** Whether an audit names what the one before it did not; of findings that were only counted, whether there are more. */
function hasNews({ found, findings }: StoreAudit, before: StoreAudit | undefined): boolean {
  const known = new Set(before?.findings.map(nameOf));
  return findings.some((finding) => !known.has(nameOf(finding))) || found > Math.max(before?.found ?? 0, FINDINGS_KEPT);
}

const nameOf = ({ invariant, subject }: Pick<Finding, 'invariant' | 'subject'>): string => `${invariant} ${subject}`;
const lineOf = ({ invariant, subject, why }: Finding) => ({ name: `${invariant} ${subject}`, value: why });

const cut = ({ invariant, subject, why }: Finding) => ({
  invariant,
  subject: subject.slice(0, 200),
  why: why.slice(0, 300),
});
