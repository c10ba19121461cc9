import { describe, expect, it } from 'vitest';
import { type AuditReading, auditUnchanged } from './audit-unchanged.ts';

const finding = { invariant: 'SI9', subject: 'ord_1', why: 'is off' };
const off = (version: string): AuditReading => ({ version, findings: [finding] });
const fine = (version: string): AuditReading => ({ version, findings: [] });

/** Returns a row that shows these looks one after another, and counts the looks. */
function seen(...looks: AuditReading[]) {
  let taken = 0;
  const look = async () => looks[Math.min(taken++, looks.length - 1)] as AuditReading;
  return { look, taken: () => taken };
}

describe('auditStill', () => {
  it('looks once at a row that is as it should be', async () => {
    const { look, taken } = seen(fine('1'));

    expect(await auditUnchanged(look)).toEqual([]);
    expect(taken()).toBe(1);
  });

  it('says what two looks have found', async () => {
    expect(await auditUnchanged(seen(off('1'), off('1')).look)).toEqual([finding]);
  });

  it('says nothing of what was seen while others wrote', async () => {
    expect(await auditUnchanged(seen(off('1'), fine('1')).look)).toEqual([]);
    expect(await auditUnchanged(seen(off('1'), off('2'), fine('2')).look)).toEqual([]);
  });

  it('leaves a row that never stands still to the next audit', async () => {
    const { look, taken } = seen(off('1'), off('2'), off('3'), off('4'), off('4'));

    expect(await auditUnchanged(look)).toEqual([]);
    expect(taken()).toBe(4);
  });
});
