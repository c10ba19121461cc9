import { expect, it } from 'vitest';
import { changesCounts, isShownOn } from './desk-areas.ts';

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
])('a page of the console is read anew only for what it shows: %s after %j: %s', (path, changed, isShown) => {
  expect(isShownOn(path, changed)).toBe(isShown);
});

it('the counts beside the parts of the console follow what may wait, and no run of a process', () => {
  expect([['drafts'], ['moderation', 'gas'], ['processes'], []].map(changesCounts)).toEqual([true, true, false, false]);
});
