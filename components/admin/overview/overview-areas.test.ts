import { expect, it } from 'vitest';
import { changesCounts, isShownOn } from './overview-areas.ts';

it.each([
  ['/admin/orders', ['orders'], true],
  ['/admin/orders/ord_1', ['refunds'], true],
  ['/admin/orders', ['threads', 'gas'], false],
  ['/admin/payments/ref_1', ['outbox'], true],
  ['/admin/ordersome', ['orders'], false],
  ['/admin/inbox', ['drafts'], true],
  ['/admin/inbox/thr_1', ['threads'], true],
  ['/admin/inbox/tasks', ['threads'], false],
  ['/admin/inbox/analytics', ['threads'], false],
  ['/admin/unheard-of', ['orders'], false],
  ['/admin', ['processes'], true],
])('refreshes a console page only for changes that it shows: %s after %j: %s', (path, changed, isShown) => {
  expect(isShownOn(path, changed)).toBe(isShown);
});

it('refreshes the counts in the console menu after changes to drafts or moderation, but not to processes', () => {
  expect([['drafts'], ['moderation', 'gas'], ['processes'], []].map(changesCounts)).toEqual([true, true, false, false]);
});
