import { useId } from 'react';
import { TextField } from '#components/ui/form/text-field.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import { useAction } from '#components/ui/use-action.ts';
import { MOST_VIEW_NAME, type ViewPage } from '#lib/admin/preferences/values.ts';
import type { SavedView } from '#lib/admin/schemas/console-preferences.ts';
import type { ConsoleTexts } from '#lib/i18n/console/texts.ts';
import { ApiProblem, post } from '#lib/web/api/api-client.ts';
import { textOf } from '#lib/web/text-of.ts';

type SaveViewProps = {
  readonly page: ViewPage;
  readonly query: string;
  readonly texts: ConsoleTexts<'shell'>;
  readonly onSaved: (view: SavedView) => void;
  readonly onClose: () => void;
};

/** Asks for the name of a view and saves it. A view of the same name is replaced. */
export function SaveView({ page, query, texts, onSaved, onClose }: SaveViewProps) {
  const id = useId();
  const action = useAction((error) => {
    const code = error instanceof ApiProblem ? error.code : '';
    if (code === 'AddressInView') return texts.viewHoldsAddress;
    return code === 'TooManyViews' ? texts.tooManyViews : texts.viewNotSaved;
  });
  const save = (data: FormData, close: () => void) => {
    const name = textOf(data.get('name')).trim();
    action.act(async () => {
      const { view } = await post<{ view: SavedView }>('/api/admin/console-preferences/views', { page, name, query });
      onSaved(view);
    }, close);
  };
  const check = (data: FormData) => (textOf(data.get('name')).trim() === '' ? { name: texts.viewNeedsName } : {});

  return (
    <FormDialog
      title={texts.saveView}
      submit={texts.save}
      cancel={texts.cancel}
      closeLabel={texts.close}
      action={action}
      check={check}
      onSubmit={save}
      onClose={onClose}
    >
      {(problems) => (
        <TextField
          id={id}
          name="name"
          label={texts.viewName}
          hint={texts.viewHint}
          error={problems.name}
          maxLength={MOST_VIEW_NAME}
          autoComplete="off"
        />
      )}
    </FormDialog>
  );
}
