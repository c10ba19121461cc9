import { useId, useState } from 'react';
import { buttonClass } from '#components/ui/button-look.ts';
import { TextAreaField } from '#components/ui/form/text-area-field.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import { locales } from '#lib/i18n/values.ts';
import type { PartProps } from './editor-props.ts';
import { EditorSection } from './editor-section.tsx';

const tabs = ['main', ...locales] as const;
type Tab = (typeof tabs)[number];

/** Edits the title and the description: the main text, and one of each language. */
export function TextPart({ draft, change, problemOf, texts }: PartProps<'editor'>) {
  const id = useId();
  const [chosen, setChosen] = useState<Tab>('main');
  const wrong = tabs.find((tab) => problemIn(tab, problemOf) !== undefined);
  // A problem in a tab that is not shown would be invisible.
  const shown = wrong !== undefined && problemIn(chosen, problemOf) === undefined ? wrong : chosen;
  const values = shown === 'main' ? draft : draft.translations[shown];
  const set = (patch: { readonly title?: string; readonly description?: string }) =>
    shown === 'main'
      ? change(patch)
      : change({ translations: { ...draft.translations, [shown]: { ...draft.translations[shown], ...patch } } });

  return (
    <EditorSection title={texts.texts}>
      <fieldset aria-label={texts.languages} className="flex flex-wrap gap-2">
        {tabs.map((tab) => (
          <button
            key={tab}
            type="button"
            aria-pressed={tab === shown}
            onClick={() => setChosen(tab)}
            className={buttonClass({ look: tab === shown ? 'primary' : 'secondary', size: 'small' })}
          >
            {texts[`tab_${tab}`]}
          </button>
        ))}
      </fieldset>
      {shown === 'main' && <p className="text-sm text-muted">{texts.mainHint}</p>}
      <TextField
        id={`${id}-title`}
        name="title"
        lang={shown === 'main' ? undefined : shown}
        label={texts.productTitle}
        value={values.title}
        onChange={({ target }) => set({ title: target.value })}
        error={problemIn(shown, problemOf)}
        maxLength={160}
        autoComplete="off"
        {...(shown !== 'main' && { note: texts.optional })}
      />
      <TextAreaField
        id={`${id}-description`}
        name="description"
        lang={shown === 'main' ? undefined : shown}
        label={texts.description}
        value={values.description}
        onChange={({ target }) => set({ description: target.value })}
        error={shown === 'main' ? problemOf('description') : undefined}
        rows={10}
        maxLength={20_000}
        note={texts.optional}
      />
    </EditorSection>
  );
}

const problemIn = (tab: Tab, problemOf: PartProps<'editor'>['problemOf']): string | undefined =>
  tab === 'main' ? problemOf('title') : problemOf(`title_${tab}`);
