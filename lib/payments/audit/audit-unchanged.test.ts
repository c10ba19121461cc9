import { describe, expect, it } from 'vitest';
import { type AuditReading, auditUnchanged } from './audit-unchanged.ts';

const finding = { invariant: 'SI9', subject: 'ord_1', why: 'is off' };
const off = (version: string): AuditReading => ({ version, findings: [finding] });
const fine = (version: string): AuditReading => ({ version, findings: [] });

/** Returns a reader that gives these readings in turn, and a counter of its reads. */
function seen(...looks: AuditReading[]) {
  let taken = 0;
  const look = async () => looks[Math.min(taken++, looks.length - 1)] as AuditReading;
  return { look, taken: () => taken };
}

describe('auditUnchanged', () => {
  it('reads a row without findings once', async () => {
    const { look, taken } = seen(fine('1'));

    expect(await auditUnchanged(look)).toEqual([]);
    expect(taken()).toBe(1);
  });

  it('returns a finding that two reads of the same version confirm', async () => {
    expect(await auditUnchanged(seen(off('1'), off('1')).look)).toEqual([finding]);
  });

  it('ignores a finding on a row that changed between two reads', async () => {
    expect(await auditUnchanged(seen(off('1'), fine('1')).look)).toEqual([]);
    expect(await auditUnchanged(seen(off('1'), off('2'), fine('2')).look)).toEqual([]);
  });

  it('gives up on a row that changes between all four reads', async () => {
    const { look, taken } = seen(off('1'), off('2'), off('3'), off('4'), off('4'));

    expect(await auditUnchanged(look)).toEqual([]);
    expect(taken()).toBe(4);
  });
});
