import { newFindings, recordFindings } from '#lib/audit/seals/findings.ts';
import { sealHours } from '#lib/audit/seals/seal-hours.ts';
import { type Difference, noteVerified, verifySlice } from '#lib/audit/seals/verify-seals.ts';
import type { Context } from '#lib/context/context.ts';
import { hashOf } from '#lib/core/ids.ts';
import { AFTER_HOURLY, DAILY } from './cron-expressions.ts';
import { notifyOperators } from './notify-operators.ts';
import { failureOf, NEXT_SLICE, type Process } from './process.ts';

/** The processes that seal the audit log and compare it with its seals. */
export const auditProcesses: readonly Process[] = [
  {
    id: 'audit-seal',
    name: 'Audit seals',
    description: 'Seals the audit rows of each past hour.',
    schedule: AFTER_HOURLY,
    async run(ctx) {
      const { hours, isMore } = await sealHours(ctx);
      return { counts: { seen: hours, done: hours }, cursor: isMore ? NEXT_SLICE : null };
    },
  },
  {
    id: 'audit-verify',
    name: 'Audit verification',
    description: 'Compares all audit rows with their seals. Fails when a row was changed, removed or added later.',
    schedule: DAILY,
    async run(ctx, cursor) {
      const { hours, differences, next, until } = await verifySlice(ctx, cursor);
      await report(ctx, differences);
      if (next === null && until !== null) await noteVerified(ctx, until);
      return {
        counts: { seen: hours, done: hours, failed: differences.length },
        cursor: next,
        failure: failureOf('AuditDiffers', differences.length),
      };
    },
  },
];

/**
 * Notifies superadmins of new findings, then records them. If the server dies in between, the next run finds the same
 * and repeats the same notification.
 */
async function report(ctx: Context, differences: readonly Difference[]): Promise<void> {
  const found = await newFindings(ctx, differences);
  const first = found[0];
  if (!first) return;
  ctx.log('error', 'audit.differs', { findings: found.map(({ difference }) => difference) });
  await notifyOperators(ctx, {
    template: 'operator.audit_differs',
    params: { hour: first.difference.hour.replace('T', ' ') },
    actionUrl: '/admin/audit',
    key: hashOf(...found.map(({ id }) => id)),
  });
  await recordFindings(ctx, found);
}
