import { describe, expect, it } from 'vitest';
import type { EmailTaskView } from '#lib/crm/schemas/task.ts';
import { isDueWrong, taskChanges, taskIn } from './task-form.ts';

const filled = (fields: Readonly<Record<string, string>>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};
const task = {
  id: 'tsk_1',
  threadId: 'thr_1',
  title: 'Call back',
  description: null,
  taskType: 'call',
  status: 'open',
  previousStatus: null,
  priority: 'normal',
  dueAt: '2026-03-10T12:00:42.000Z',
  assigneeId: null,
  createdBy: 'usr_1',
  completedAt: null,
  completedBy: null,
  completionNotes: null,
  createdAt: '2026-03-01T12:00:00.000Z',
  updatedAt: '2026-03-01T12:00:00.000Z',
  version: 4,
} satisfies EmailTaskView;
const shown = { title: 'Call back', priority: 'normal', dueAt: '2026-03-10T12:00', description: '', assigneeId: '' };

describe('the task form', () => {
  it('reads the due time in the zone of the reader and empty fields as null', () => {
    const form = filled({ title: ' Call ', taskType: 'call', dueAt: '2026-03-10T14:00', description: '  ' });

    expect(taskIn(form, 'Europe/Kyiv')).toEqual({
      title: 'Call',
      taskType: 'call',
      priority: 'normal',
      description: null,
      dueAt: '2026-03-10T12:00:00.000Z',
      assigneeId: null,
    });
  });

  it.each([
    ['', false],
    ['2026-03-10T14:00', false],
    ['0001-01-01T00:00', true],
    ['9999-12-31T23:59', true],
    ['275760-09-13T00:00', true],
  ])('knows whether the due time %j is no time', (dueAt, isWrong) => {
    for (const zone of ['Europe/Kyiv', 'America/New_York']) expect(isDueWrong(filled({ dueAt }), zone)).toBe(isWrong);
  });

  it('sends only the changed fields and the version', () => {
    expect(taskChanges(task, taskIn(filled(shown), 'UTC'))).toEqual({ version: 4 });
    expect(taskChanges(task, taskIn(filled({ ...shown, title: 'Write', dueAt: '' }), 'UTC'))).toEqual({
      title: 'Write',
      dueAt: null,
      version: 4,
    });
  });
});
