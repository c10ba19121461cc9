import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AuditLog } from '#lib/audit/collections.ts';
import { asUser, testContext } from '#tests/support/context.ts';
import { everyRow } from '#tests/support/world.ts';
import { exportList, exportTables } from './export-list.ts';
import type { ExportQuery } from './export-table.ts';
import { type ExportList, exportLists } from './values.ts';

describe('exportList', () => {
  it.each<[ExportList, ExportQuery]>([
    ['audit', { actor: 'Kovalenko' }],
    ['audit', { target: 'Kovalenko' }],
    ['audit', { action: 'Kovalenko' }],
    ['threads', { channel: 'Kovalenko' }],
    ['threads', { q: 'Kovalenko' }],
    ['settlements', { vendorId: 'Kovalenko' }],
    ['payouts', { vendorId: 'Kovalenko' }],
    ['contacts', { type: 'Kovalenko' }],
    ['notifications', { who: 'Kovalenko' }],
  ])('S37 keeps a name out of the audit when it is the filter of %s %j', async (list, query) => {
    const admin = await asUser(await testContext(), { role: 'admin' });

    await exportList(admin, list, query);

    const recorded = (await everyRow(admin.data, AuditLog)).filter(({ data }) => data.action === 'list.exported');
    expect(recorded.map(({ data }) => data.after)).toEqual(Object.keys(query).map((key) => ({ [key]: true })));
  });

  it.each(exportLists)('S37 knows which filters of the list %s take any text', (list) => {
    const { query, textKeys } = exportTables[list];
    const keys = query instanceof z.ZodObject ? Object.keys(query.shape) : [];
    const open = keys.filter((key) => query.safeParse({ [key]: 'Kovalenko' }).success);

    expect(keys.length).toBeGreaterThan(0);
    expect(open).toEqual(textKeys);
  });
});
