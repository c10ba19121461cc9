import { describe, expect, it } from 'vitest';
import { StoreAudits } from '#lib/store/collections.ts';
import { testContext } from '#tests/support/context.ts';
import { findAudit, findDiscrepancies } from './discrepancies.ts';

const at = (minute: number) => `2026-03-02T10:0${minute}:00.000Z`;
const audit = (minute: number, found: number, isOver = true) => ({
  startedAt: at(minute),
  finishedAt: isOver ? at(minute) : null,
  ...{ since: null, place: null, walk: null },
  checked: 7,
  found,
  findings: [],
});

describe('findDiscrepancies and findAudit', () => {
  it('return the last finished audit with findings, and null once a later audit finds nothing', async () => {
    const { data } = await testContext();
    expect(await findDiscrepancies({ data })).toBeNull();
    await data.create(StoreAudits, 'sau_1', audit(1, 0));
    expect(await findDiscrepancies({ data })).toBeNull();

    await data.create(StoreAudits, 'sau_2', audit(2, 3));
    await data.create(StoreAudits, 'sau_3', audit(3, 0, false));
    expect(await findDiscrepancies({ data })).toEqual({ auditId: 'sau_2', found: 3, at: at(2) });

    await data.create(StoreAudits, 'sau_4', audit(4, 0));
    expect(await findDiscrepancies({ data })).toBeNull();
  });

  it('return an audit by its id, and null for any other id', async () => {
    const { data } = await testContext();
    await data.create(StoreAudits, 'sau_1', audit(1, 3));

    expect(await findAudit({ data }, 'sau_1')).toMatchObject({ found: 3 });
    for (const id of ['sau_2', '__proto__', 'a/b', '']) expect(await findAudit({ data }, id)).toBeNull();
  });
});
