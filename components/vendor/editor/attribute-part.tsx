import { Plus, X } from 'lucide-react';
import { useId } from 'react';
import { Button } from '#components/ui/button.tsx';
import { controlClass } from '#components/ui/form/field.tsx';
import { iconButtonClass } from '#components/ui/popover-menu.tsx';
import { fill } from '#lib/i18n/fill.ts';
import type { Locale } from '#lib/i18n/values.ts';
import type { PartProps } from './editor-props.ts';
import { EditorSection } from './editor-section.tsx';

const MOST = 40;
const parts = [
  ['name', 'attributeName', 60, 'sm:col-span-2'],
  ['value', 'attributeValue', 300, 'sm:col-span-2'],
  ['unit', 'attributeUnit', 20, ''],
] as const;

/** Edits the properties of a product: a name, a value and a unit each. */
export function AttributePart({
  draft,
  change,
  problemOf,
  texts,
  locale,
}: PartProps<'editor'> & { readonly locale: Locale }) {
  const id = useId();
  const { attributes } = draft;
  const set = (at: number, patch: Partial<(typeof attributes)[number]>) =>
    change({
      attributes: attributes.map((attribute, place) => (place === at ? { ...attribute, ...patch } : attribute)),
    });

  return (
    <EditorSection title={texts.attributes} hint={texts.attributesHint} problem={problemOf('attributes')}>
      {attributes.length > 0 && (
        <ul className="flex flex-col gap-3">
          {attributes.map((attribute, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a property has no other identity than its place.
            <li key={at} className="flex items-start gap-2">
              <div className="grid grow gap-2 sm:grid-cols-5">
                {parts.map(([part, label, maxLength, span]) => (
                  <input
                    key={part}
                    id={`${id}-${part}-${at}`}
                    name={`attribute-${part}`}
                    aria-label={fill(texts[label], { number: at + 1 }, locale)}
                    placeholder={fill(texts[label], { number: at + 1 }, locale)}
                    value={attribute[part]}
                    onChange={({ target }) => set(at, { [part]: target.value })}
                    maxLength={maxLength}
                    autoComplete="off"
                    className={`${controlClass} ${span}`}
                  />
                ))}
              </div>
              <button
                type="button"
                aria-label={fill(texts.removeAttribute, { number: at + 1 }, locale)}
                onClick={() => change({ attributes: attributes.filter((_, place) => place !== at) })}
                className={iconButtonClass}
              >
                <X aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      {attributes.length < MOST && (
        <Button
          look="secondary"
          size="small"
          className="self-start"
          onClick={() => change({ attributes: [...attributes, { name: '', value: '', unit: '' }] })}
        >
          <Plus aria-hidden className="size-4" />
          {texts.addAttribute}
        </Button>
      )}
    </EditorSection>
  );
}
