import { FilterSelect } from '#components/admin/filter-select.tsx';
import { Button } from '#components/ui/button.tsx';
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
      <FilterSelect
        name="purpose"
        label="Purpose"
        value={purpose}
        options={purposes}
        textOf={(known) => purposeWords[known]}
      />
      <FilterSelect
        name="processor"
        label="Method"
        value={processor}
        options={processors}
        textOf={(known) => processorWords[known]}
      />
      <FilterSelect name="status" label="Status" value={status} options={attemptStatuses} />
      <Button type="submit" look="secondary" className="justify-self-start">
        Show
      </Button>
    </form>
  );
}
