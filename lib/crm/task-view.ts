import type { Row } from '#lib/data/store.ts';
import type { EmailTask, EmailTaskView } from './schemas/task.ts';

export function toTaskView({ id, data }: Pick<Row<EmailTask>, 'id' | 'data'>): EmailTaskView {
  const { dueSort: _sort, day: _day, ...shown } = data;
  return { ...shown, id };
}
