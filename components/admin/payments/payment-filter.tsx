import { Button } from '#components/ui/button.tsx';
import { SelectField } from '#components/ui/form/select.tsx';
import { attemptStatuses, processors, purposes } from '#lib/payments/values.ts';
import { processorWords, purposeWords } from './payment-words.ts';

type PaymentFilterProps = {
  readonly purpose: string | undefined;
  readonly processor: string | undefined;
  readonly status: string | undefined;
};

/** Shows the filters of the payments as a plain GET form; the address holds the filter. */
export function PaymentFilter({ purpose, processor, status }: PaymentFilterProps) {
  return (
    <form action="/admin/payments" aria-label="Filter" className="grid items-end gap-4 sm:grid-cols-4">
      <SelectField id="purpose" name="purpose" label="Purpose" defaultValue={purpose ?? ''}>
        <option value="">any</option>
        {purposes.map((known) => (
          <option key={known} value={known}>
            {purposeWords[known]}
          </option>
        ))}
      </SelectField>
      <SelectField id="processor" name="processor" label="Method" defaultValue={processor ?? ''}>
        <option value="">any</option>
        {processors.map((known) => (
          <option key={known} value={known}>
            {processorWords[known]}
          </option>
        ))}
      </SelectField>
      <SelectField id="status" name="status" label="Status" defaultValue={status ?? ''}>
        <option value="">any</option>
        {attemptStatuses.map((known) => (
          <option key={known} value={known}>
            {known}
          </option>
        ))}
      </SelectField>
      <Button type="submit" look="secondary" className="justify-self-start">
        Show
      </Button>
    </form>
  );
}
