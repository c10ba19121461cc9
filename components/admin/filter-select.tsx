import { SelectField } from '#components/ui/form/select.tsx';

type FilterSelectProps<Option extends string> = {
  readonly name: string;
  readonly label: string;
  readonly value: string | undefined;
  readonly options: readonly Option[];
  /** Returns the text of an option; without it an option is shown as it is. */
  readonly textOf?: (option: Option) => string;
};

/** Shows one field of a console filter: one option, or any. */
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
