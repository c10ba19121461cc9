import { useId } from 'react';
import { useCommonTexts } from '#components/admin/console-reader.tsx';
import { Checkbox } from '#components/ui/form/checkbox.tsx';
import { TextField } from '#components/ui/form/text-field.tsx';
import { type FieldProblems, FormDialog } from '#components/ui/form-dialog.tsx';
import { useAction } from '#components/ui/use-action.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { MAX_CATEGORY_NAME } from '#lib/store/limits.ts';
import type { AdminCategory } from '#lib/store/schemas/category.ts';
import { patch, post } from '#lib/web/api/api-client.ts';
import { textIn } from '#lib/web/form-text.ts';
import { CategorySelect } from './category-select.tsx';
import { parentsFor } from './tree-steps.ts';
import { useCategoryError } from './use-category-error.ts';

type CategoryFormProps = {
  readonly title: string;
  readonly tree: readonly AdminCategory[];
  /** The category to edit; null for a new one. */
  readonly category: AdminCategory | null;
  readonly texts: ConsoleTexts<'categories'>;
  readonly onDone: (name: AdminCategory['name']) => void;
  readonly onClose: () => void;
};

const MAX_SLUG = 80;
const languages = [
  ['en', 'nameEn'],
  ['uk', 'nameUk'],
  ['ru', 'nameRu'],
] as const;

/** Shows the dialog that creates or edits a category: its names, its address and whether it is hidden. */
export function CategoryForm({ title, tree, category, texts, onDone, onClose }: CategoryFormProps) {
  const common = useCommonTexts();
  const id = useId();
  const action = useAction(useCategoryError(texts));

  const check = (data: FormData): FieldProblems => ({
    ...Object.fromEntries(
      languages.flatMap(([locale]) => (textIn(data, locale) === '' ? [[locale, texts.nameMissing]] : [])),
    ),
    ...(!isSlug(textIn(data, 'slug'), category !== null) && { slug: texts.slugWrong }),
  });
  const save = (data: FormData, close: () => void) => {
    const name = { en: textIn(data, 'en'), uk: textIn(data, 'uk'), ru: textIn(data, 'ru') };
    const slug = textIn(data, 'slug');
    const body = { name, ...(slug && { slug }), hidden: data.get('hidden') !== null };
    const parentId = textIn(data, 'parentId') || null;
    action.act(
      () =>
        category
          ? patch(`/api/admin/categories/${category.id}`, { ...body, version: category.version })
          : post('/api/admin/categories', { ...body, parentId }),
      () => {
        close();
        onDone(name);
      },
    );
  };

  return (
    <FormDialog
      title={title}
      submit={texts.save}
      cancel={common.cancel}
      closeLabel={common.close}
      action={action}
      check={check}
      onSubmit={save}
      onClose={onClose}
    >
      {(problems) => (
        <>
          {languages.map(([locale, label]) => (
            <TextField
              key={locale}
              id={`${id}-${locale}`}
              name={locale}
              lang={locale}
              label={texts[label]}
              defaultValue={category?.name[locale]}
              maxLength={MAX_CATEGORY_NAME}
              error={problems[locale]}
              autoComplete="off"
              required
            />
          ))}
          <TextField
            id={`${id}-slug`}
            name="slug"
            label={texts.slug}
            hint={category ? texts.slugHint : texts.slugNew}
            note={category ? undefined : common.optional}
            defaultValue={category?.slug}
            maxLength={MAX_SLUG}
            error={problems.slug}
            autoComplete="off"
            spellCheck={false}
          />
          {!category && (
            <CategorySelect
              id={`${id}-parent`}
              name="parentId"
              label={texts.parent}
              categories={parentsFor(tree, null)}
              none={texts.noParent}
            />
          )}
          <Checkbox name="hidden" defaultChecked={category?.hidden} aria-describedby={`${id}-hide`}>
            {texts.hide}
            <span id={`${id}-hide`} className="block text-sm text-muted">
              {texts.hideHint}
            </span>
          </Checkbox>
        </>
      )}
    </FormDialog>
  );
}

/** The address of an existing category cannot be taken away. */
const isSlug = (slug: string, isRequired: boolean): boolean =>
  slug === '' ? !isRequired : /^[a-z0-9-]{1,80}$/.test(slug);
