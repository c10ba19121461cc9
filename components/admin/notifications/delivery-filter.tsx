import { Button } from '#components/ui/button.tsx';
import { SelectField } from '#components/ui/form/select.tsx';
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
      <SelectField id="channel" name="channel" label="Channel" defaultValue={channel ?? ''}>
        <option value="">any</option>
        {deliveryChannels.map((known) => (
          <option key={known} value={known}>
            {known}
          </option>
        ))}
      </SelectField>
      <SelectField id="status" name="status" label="Status" defaultValue={status ?? ''}>
        <option value="">any</option>
        {deliveryStatuses.map((known) => (
          <option key={known} value={known}>
            {plainWords(known)}
          </option>
        ))}
      </SelectField>
      <Button type="submit" look="secondary" className="justify-self-start">
        Show
      </Button>
    </form>
  );
}
