import { useId, useState } from 'react';
import { Checkbox } from '#components/ui/form/checkbox.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import type { PartProps } from './editor-props.ts';
import { EditorSection } from './editor-section.tsx';

/** A category in the order of the tree, with the names from its root to it. */
export type CategoryChoice = { readonly id: string; readonly names: readonly string[]; readonly isHidden: boolean };

type CategoryPartProps = PartProps<'editor'> & { readonly categories: readonly CategoryChoice[] };

const MOST = 5;
/** The indents of the levels of the tree, which is at most four deep. */
const indents = ['', 'ps-5', 'ps-10', 'ps-15'] as const;

/** Chooses the categories from the tree, which a search narrows. Chosen ones always stay visible. */
export function CategoryPart({ draft, change, problemOf, texts, categories }: CategoryPartProps) {
  const id = useId();
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const isChosen = (category: CategoryChoice) => draft.categories.includes(category.id);
  const shown = categories.filter(
    (category) => isChosen(category) || category.names.join(' ').toLowerCase().includes(wanted),
  );
  const toggle = (category: CategoryChoice) =>
    change({
      categories: isChosen(category)
        ? draft.categories.filter((other) => other !== category.id)
        : [...draft.categories, category.id],
    });

  return (
    <EditorSection title={texts.categories} hint={texts.categoriesHint} problem={problemOf('categories')}>
      <TextField
        id={`${id}-search`}
        type="search"
        label={texts.findCategory}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        autoComplete="off"
      />
      <div className="max-h-72 overflow-y-auto rounded-md border border-line p-2">
        {shown.length === 0 && <p className="p-2 text-muted">{texts.noCategory}</p>}
        <ul>
          {shown.map((category) => (
            <li key={category.id} className={indents[category.names.length - 1]}>
              <Checkbox
                checked={isChosen(category)}
                disabled={!isChosen(category) && draft.categories.length >= MOST}
                onChange={() => toggle(category)}
              >
                {category.names.at(-1)}
                {category.isHidden && <span className="text-muted"> ({texts.hiddenCategory})</span>}
              </Checkbox>
            </li>
          ))}
        </ul>
      </div>
    </EditorSection>
  );
}
