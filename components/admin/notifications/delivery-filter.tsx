import { FilterSelect } from '#components/admin/filter-select.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import { deliveryChannels, deliveryStatuses } from '#lib/notifications/values.ts';
import { plainWords } from './delivery-words.ts';

export type DeliveryAsked = Readonly<Record<'who' | 'channel' | 'status' | 'period', string | undefined>>;

/** Shows the filters of the deliveries as a plain GET form; the address holds the filter. */
export function DeliveryFilter({ who, channel, status, period }: DeliveryAsked) {
  return (
    <form
      action="/admin/notifications"
      aria-label="Filter"
      className="grid items-end gap-4 sm:grid-cols-[2fr_1fr_1fr_auto]"
    >
      {period && <input type="hidden" name="period" value={period} />}
      <TextField
        id="who"
        name="who"
        label="Address, account or notification"
        defaultValue={who ?? ''}
        autoComplete="off"
        spellCheck={false}
      />
      <FilterSelect name="channel" label="Channel" value={channel} options={deliveryChannels} />
      <FilterSelect name="status" label="Status" value={status} options={deliveryStatuses} textOf={plainWords} />
      <Button type="submit" look="secondary" className="justify-self-start">
        Show
      </Button>
    </form>
  );
}
