import { SelectField } from '#components/ui/form/select.tsx';

type FilterSelectProps<Option extends string> = {
  readonly name: string;
  readonly label: string;
  readonly value: string | undefined;
  readonly options: readonly Option[];
  /** Returns the text of an option. By default the option itself is shown. */
  readonly textOf?: (option: Option) => string;
};

/** Shows a select field of a console filter, with `any` as its first option. */
export const FilterSelect = <Option extends string>(props: FilterSelectProps<Option>) => {
  const { name, label, value = '', options, textOf = String } = props;
  return (
    <SelectField id={name} name={name} label={label} defaultValue={value}>
      <option value="">any</option>
      {options.map((option) => (
        <option key={option} value={option}>
          {textOf(option)}
        </option>
      ))}
    </SelectField>
  );
};
