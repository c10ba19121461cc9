import { useId } from 'react';
import { useCommonTexts, useReader } from '#components/admin/console-reader.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import { useAction } from '#components/ui/use-action.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { fill } from '#lib/i18n/fill.ts';
import type { AdminCategory } from '#lib/store/schemas/category.ts';
import { patch } from '#lib/web/api/api-client.ts';
import { textIn } from '#lib/web/form-text.ts';
import { CategorySelect } from './category-select.tsx';
import { below, parentsFor } from './tree-steps.ts';
import { useCategoryError } from './use-category-error.ts';

type MoveCategoryProps = {
  readonly tree: readonly AdminCategory[];
  readonly category: AdminCategory;
  readonly texts: ConsoleTexts<'categories'>;
  readonly onDone: () => void;
  readonly onClose: () => void;
};

/** Shows the dialog that moves a category, with everything below it, under another parent. */
export function MoveCategory({ tree, category, texts, onDone, onClose }: MoveCategoryProps) {
  const common = useCommonTexts();
  const { locale } = useReader();
  const id = useId();
  const action = useAction(useCategoryError(texts));
  const move = (data: FormData, close: () => void) => {
    const body = { parentId: textIn(data, 'parentId') || null, version: category.version };
    action.act(
      () => patch(`/api/admin/categories/${category.id}`, body),
      () => {
        close();
        onDone();
      },
    );
  };

  return (
    <FormDialog
      title={fill(texts.moveTitle, { name: category.name[locale] }, locale)}
      submit={texts.moveSubmit}
      cancel={common.cancel}
      closeLabel={common.close}
      action={action}
      onSubmit={move}
      onClose={onClose}
    >
      <p>{fill(texts.moveText, { count: below(tree, category).length }, locale)}</p>
      <CategorySelect
        id={id}
        name="parentId"
        label={texts.parent}
        defaultValue={category.parentId ?? ''}
        categories={parentsFor(tree, category)}
        none={texts.noParent}
      />
    </FormDialog>
  );
}
