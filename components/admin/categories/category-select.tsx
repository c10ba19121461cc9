import type { ComponentProps } from 'react';
import { useReader } from '#components/admin/console-reader.tsx';
import { SelectField } from '#components/ui/form/select.tsx';
import type { AdminCategory } from '#lib/store/schemas/category.ts';

/** A no-break space per level shows the tree in a native select. */
const INDENT = '\u00a0\u00a0\u00a0';

type CategorySelectProps = ComponentProps<typeof SelectField> & {
  readonly categories: readonly AdminCategory[];
  /** The first option, which stands for no category. */
  readonly none: string;
};

/** Shows categories to choose from, indented as in the tree. */
export function CategorySelect({ categories, none, ...rest }: CategorySelectProps) {
  const { locale } = useReader();
  return (
    <SelectField {...rest}>
      <option value="">{none}</option>
      {categories.map(({ id, name, depth }) => (
        <option key={id} value={id} dir="auto">
          {INDENT.repeat(depth - 1) + name[locale]}
        </option>
      ))}
    </SelectField>
  );
}
