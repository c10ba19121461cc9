import { globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { groupsFor, pageGroups, pageOf } from './console-pages.ts';

const pages = pageGroups.flatMap((group) => group.pages);

it('leads only to pages that exist', () => {
  const existing = globSync('app/(admin)/admin/**/page.tsx').map((file) =>
    file.slice('app/(admin)'.length, -'/page.tsx'.length),
  );

  expect(pages.map(({ href }) => href).filter((href) => !existing.includes(href))).toEqual([]);
});

it('gives each page a shortcut of its own', () => {
  const keys = pages.flatMap(({ key }) => key ?? []);

  expect(new Set(keys).size).toBe(keys.length);
});

it('hides from an admin what only a superadmin may open, and the groups that are then empty', () => {
  const hidden = groupsFor(false);

  expect(hidden.flatMap((group) => group.pages).some(({ isForSuperadmins }) => isForSuperadmins)).toBe(false);
  expect(hidden.every((group) => group.pages.length > 0)).toBe(true);
  expect(groupsFor(true).flatMap((group) => group.pages)).toContainEqual(expect.objectContaining({ name: 'settings' }));
});

it.each([
  ['/admin', 'overview'],
  ['/admin/orders/ord_1', 'orders'],
  ['/admin/payments/settlements/usr_1', 'payments'],
  ['/admin/ordersome', undefined],
])('knows the page of an address: %s is %s', (path, name) => {
  expect(pageOf(path)?.name).toBe(name);
});
