import { useId } from 'react';
import { SelectField } from '#components/ui/form/select.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import type { PartProps } from './editor-props.ts';
import { EditorSection } from './editor-section.tsx';

/** Edits what stands on the shelf label: units of a new product, the warning, the SKU and the kind of delivery. */
export function StockPart({
  draft,
  change,
  problemOf,
  texts,
  isNew,
}: PartProps<'editor'> & {
  readonly isNew: boolean;
}) {
  const id = useId();
  return (
    <EditorSection title={texts.stock}>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {isNew && (
          <TextField
            id={`${id}-stock`}
            name="stock"
            label={texts.initialStock}
            value={draft.stock}
            onChange={({ target }) => change({ stock: target.value })}
            error={problemOf('stock')}
            inputMode="numeric"
            autoComplete="off"
            required
          />
        )}
        <TextField
          id={`${id}-low`}
          name="lowAt"
          label={texts.lowAt}
          note={texts.optional}
          hint={texts.lowAtHint}
          value={draft.lowAt}
          onChange={({ target }) => change({ lowAt: target.value })}
          error={problemOf('lowAt')}
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField
          id={`${id}-sku`}
          name="sku"
          label={texts.sku}
          note={texts.optional}
          value={draft.sku}
          onChange={({ target }) => change({ sku: target.value })}
          error={problemOf('sku')}
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
        />
        <SelectField
          id={`${id}-fulfilment`}
          label={texts.fulfilment}
          error={problemOf('fulfilment')}
          value={draft.fulfilment}
          onChange={({ target }) => change({ fulfilment: target.value === 'digital' ? 'digital' : 'physical' })}
        >
          <option value="physical">{texts.fulfilment_physical}</option>
          <option value="digital">{texts.fulfilment_digital}</option>
        </SelectField>
      </div>
    </EditorSection>
  );
}
