import type { EmailTask, EmailTaskView } from '#lib/crm/schemas/task.ts';
import type { Row } from '#lib/data/store.ts';

export function toTaskView({ id, data }: Pick<Row<EmailTask>, 'id' | 'data'>): EmailTaskView {
  const { dueSort: _sort, day: _day, ...shown } = data;
  return { ...shown, id };
}
