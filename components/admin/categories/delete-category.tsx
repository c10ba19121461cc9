import { useId, useState } from 'react';
import { useCommonTexts, useReader } from '#components/admin/console-reader.tsx';
import { Button } from '#components/ui/button.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import { OpenDialog } from '#components/ui/open-dialog.tsx';
import { useAction } from '#components/ui/use-action.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { fill } from '#lib/i18n/fill.ts';
import type { AdminCategory } from '#lib/store/schemas/category.ts';
import { ApiProblem, remove } from '#lib/web/api/api-client.ts';
import { textIn } from '#lib/web/form-text.ts';
import { CategorySelect } from './category-select.tsx';
import { below, heirsOf } from './tree-steps.ts';
import { useCategoryError } from './use-category-error.ts';

type DeleteCategoryProps = {
  readonly tree: readonly AdminCategory[];
  readonly category: AdminCategory;
  readonly texts: ConsoleTexts<'categories'>;
  /** Called with the category that gets the products, if any, and with their number. */
  readonly onDone: (into: string, moving: number) => void;
  readonly onClose: () => void;
};

/**
 * Shows the dialog that deletes a category. It names what is in the category, and asks where products go. The number of
 * products that are not listed comes from the server, when it refuses to delete a category that looked empty.
 */
export function DeleteCategory({ tree, category, texts, onDone, onClose }: DeleteCategoryProps) {
  const common = useCommonTexts();
  const { locale } = useReader();
  const id = useId();
  const [counted, setCounted] = useState(0);
  const errorText = useCategoryError(texts);
  const action = useAction((error) => (hasUnlisted(error) ? '' : errorText(error)));
  const title = fill(texts.deleteTitle, { name: category.name[locale] }, locale);
  const children = below(tree, category).length;
  const isFull = counted > 0 || category.products > 0;

  const drop = (data: FormData, close: () => void) => {
    const into = textIn(data, 'into');
    const query = into ? `?into=${into}` : '';
    action.act(async () => {
      try {
        const { moving } = await remove<{ moving: number }>(`/api/admin/categories/${category.id}${query}`);
        close();
        onDone(into, moving);
      } catch (error) {
        if (hasUnlisted(error)) setCounted(Number(error.details.products));
        throw error;
      }
    });
  };

  if (children > 0)
    return (
      <OpenDialog title={title} closeLabel={common.close} onClose={onClose}>
        {(close) => (
          <div className="flex flex-col items-start gap-5 p-5">
            <p>{fill(texts.deleteChildren, { count: children }, locale)}</p>
            <Button look="secondary" onClick={close}>
              {common.close}
            </Button>
          </div>
        )}
      </OpenDialog>
    );
  return (
    <FormDialog
      title={title}
      submit={isFull ? texts.deleteMove : texts.deleteSubmit}
      look="danger"
      cancel={common.cancel}
      closeLabel={common.close}
      action={action}
      check={(data) => (isFull && textIn(data, 'into') === '' ? { into: texts.chooseTarget } : {})}
      onSubmit={drop}
      onClose={onClose}
    >
      {(problems) => (
        <>
          <p role="status">
            {counted > 0
              ? fill(texts.deleteProducts, { count: counted }, locale)
              : isFull
                ? fill(texts.deleteListed, { count: category.products }, locale)
                : texts.deleteEmpty}{' '}
            {isFull && texts.deleteMoving}
          </p>
          {isFull && (
            <CategorySelect
              id={id}
              name="into"
              label={texts.into}
              categories={heirsOf(tree, category)}
              none={texts.choose}
              error={problems.into}
              required
            />
          )}
        </>
      )}
    </FormDialog>
  );
}

/** Returns true when a category without listed products turned out to have others. */
const hasUnlisted = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && error.code === 'CategoryNotEmpty' && Number(error.details.products) > 0;
