import { afterEach, expect, it, vi } from 'vitest';
import { closeRead } from './shown-pushes.ts';

afterEach(() => void vi.unstubAllGlobals());

/** Opens a worker that shows notifications of these ids, and a server with these unread ones. */
function open(ids: readonly (string | null)[], unread: readonly string[], hasNext = false) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    const notifications = unread.map((id) => ({ id }));
    return Response.json({ notifications, pagination: { hasNext }, unreadCount: unread.length });
  });
  const left = [...ids];
  const shown = ids.map((id) => ({ data: { id }, close: () => void left.splice(left.indexOf(id), 1) }));
  return { asked, left, worker: { getNotifications: async () => shown } };
}

it('closes the notifications that were read elsewhere, but no unread notification and no summary', async () => {
  const { left, worker } = open(['ntf_read', 'ntf_new', 'digest', null], ['ntf_new', 'ntf_other']);

  await closeRead(worker);

  expect(left).toEqual(['ntf_new', 'digest', null]);
});

it('closes all notifications when nothing is unread', async () => {
  const { left, worker } = open(['ntf_read', 'digest', null], []);

  await closeRead(worker);

  expect(left).toEqual([]);
});

it('requests nothing when no notification is shown, and closes none when the unread list is incomplete', async () => {
  const nothing = open([], []);
  await closeRead(nothing.worker);
  const many = open(['ntf_old'], ['ntf_new'], true);
  await closeRead(many.worker);

  expect([nothing.asked, many.left, many.asked.length]).toEqual([[], ['ntf_old'], 1]);
});
