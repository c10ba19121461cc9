import { FIRST_DAY, LAST_DAY } from '#lib/core/calendar-day.ts';
import { Button } from './button.tsx';
import { SelectField } from './form/select.tsx';
import { TextField } from './form/text-field.tsx';
import { otherParameters, type Query } from './query-href.ts';

export type FilterField<Name extends string> = { readonly name: Name; readonly label: string } & (
  | { readonly kind: 'text' | 'date'; readonly maxLength?: number; readonly isWide?: boolean }
  | { readonly kind: 'select'; readonly options: readonly (readonly [value: string, text: string])[] }
);

type TableFilterProps<Asked extends Query> = {
  /** The path of the page. */
  readonly action: string;
  /** The parameters of the page. Those without a field are kept, the cursor apart. */
  readonly query: Asked;
  readonly fields: readonly FilterField<keyof Asked & string>[];
  /** The name of the form for screen readers. */
  readonly label: string;
  /** The option of a select that filters nothing. */
  readonly any: string;
  readonly submit: string;
};

/**
 * Shows the filter of a list as a GET form: the address holds the filter, and it works without a script.
 *
 * @example
 * <TableFilter
 *   action="/admin/payments"
 *   query={{ status: 'paid', period: 'week' }}
 *   fields={[{ kind: 'select', name: 'status', label: 'Status', options: Object.entries(statusWords) }]}
 *   label="Filter"
 *   any="any"
 *   submit="Show"
 * />
 */
export function TableFilter<Asked extends Query>(props: TableFilterProps<Asked>) {
  const { action, query, fields, label, any, submit } = props;
  const names = fields.map(({ name }) => name);
  return (
    <form
      // After a link to another filter, the fields show that one.
      key={JSON.stringify(names.map((name) => query[name]))}
      action={action}
      aria-label={label}
      className="grid items-end gap-4 sm:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]"
    >
      {otherParameters(query, names).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {fields.map((field) => {
        const common = { id: field.name, name: field.name, label: field.label, defaultValue: query[field.name] ?? '' };
        return field.kind === 'select' ? (
          <SelectField key={field.name} {...common}>
            <option value="">{any}</option>
            {field.options.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </SelectField>
        ) : (
          <div key={field.name} className={field.isWide ? 'sm:col-span-2' : undefined}>
            <TextField
              {...common}
              type={field.kind}
              {...(field.kind === 'date' && { min: FIRST_DAY, max: LAST_DAY })}
              maxLength={field.maxLength}
              autoComplete="off"
              spellCheck={false}
            />
          </div>
        );
      })}
      <Button type="submit" look="secondary" className="justify-self-start">
        {submit}
      </Button>
    </form>
  );
}
