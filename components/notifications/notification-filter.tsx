import { Button } from '#components/ui/button.tsx';
import { SelectField } from '#components/ui/form/select.tsx';
import {
  type NotificationPriority,
  type NotificationStatus,
  type NotificationType,
  notificationPriorities,
  notificationStatuses,
  notificationTypes,
} from '#lib/notifications/values.ts';
import { pageTexts } from '#lib/web/i18n/page-texts.ts';

export type NotificationChoice = {
  readonly status?: NotificationStatus | undefined;
  readonly type?: NotificationType | undefined;
  readonly priority?: NotificationPriority | undefined;
};

/** Shows the filters of the list as a GET form, so that they work without a script. */
export async function NotificationFilter({ choice }: { readonly choice: NotificationChoice }) {
  const [{ t, go }, { t: word }] = await Promise.all([pageTexts('notifications'), pageTexts('notificationWords')]);
  const lists = [
    {
      name: 'status',
      label: t('status'),
      values: notificationStatuses.map((status) => [status, word(status)] as const),
    },
    { name: 'type', label: t('type'), values: notificationTypes.map((type) => [type, word(type)] as const) },
    {
      name: 'priority',
      label: t('priority'),
      values: notificationPriorities.map((priority) => [priority, word(priority)] as const),
    },
  ] as const;

  return (
    <form action={go('/notifications')} className="flex flex-wrap items-end gap-4">
      {lists.map(({ name, label, values }) => (
        <SelectField key={name} id={`filter-${name}`} name={name} label={label} defaultValue={choice[name] ?? ''}>
          <option value="">{t('any')}</option>
          {values.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </SelectField>
      ))}
      <Button type="submit" look="secondary">
        {t('show')}
      </Button>
    </form>
  );
}
