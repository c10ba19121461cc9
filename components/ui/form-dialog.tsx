import { type ReactNode, useState } from 'react';
import { Alert } from './alert.tsx';
import type { ButtonStyle } from './button-look.ts';
import { Form } from './form/form.tsx';
import { FormButtons } from './form/form-buttons.tsx';
import { OpenDialog } from './open-dialog.tsx';
import type { Action } from './use-action.ts';

/** The messages under fields, by the name of the field. */
export type FieldProblems = Readonly<Record<string, string>>;

type FormDialogProps = Pick<ButtonStyle, 'look'> & {
  readonly title: string;
  readonly submit: string;
  readonly cancel: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
  /** The work that the submit starts. The dialog shows its progress and its problem. */
  readonly action?: Pick<Action, 'isBusy' | 'problem' | 'isAnnounced'>;
  /** Finds what is wrong with the fields. The submit then stops, and the first such field gets the focus. */
  readonly check?: (data: FormData) => FieldProblems;
  /** Takes the valid fields. `close` closes the dialog as Escape does. */
  readonly onSubmit: (data: FormData, close: () => void) => void;
  /** Further buttons. */
  readonly buttons?: (close: () => void) => ReactNode;
  readonly children?: ReactNode | ((problems: FieldProblems) => ReactNode);
};

/**
 * Shows a form in a native modal dialog that is open while it is mounted, as `OpenDialog` is. Each opening starts with
 * fresh fields.
 *
 * @example
 * const action = useAction(errorText);
 * const save = (data: FormData, close: () => void) => action.act(() => post(path, { name: textIn(data, 'name') }), close);
 * {isOpen && (
 *   <FormDialog title="Rename" submit="Save" cancel="Cancel" closeLabel="Close" action={action} onSubmit={save} onClose={onClose}>
 *     <TextField id={id} name="name" label="Name" />
 *   </FormDialog>
 * )}
 */
export function FormDialog(props: FormDialogProps) {
  const { title, submit, cancel, closeLabel, look, onClose, action, check, onSubmit, buttons, children } = props;
  const [problems, setProblems] = useState<FieldProblems>({});

  const submitted = (form: HTMLFormElement, close: () => void) => {
    const data = new FormData(form);
    const found = check?.(data) ?? {};
    setProblems(found);
    const [first] = Object.keys(found);
    if (first === undefined) onSubmit(data, close);
    else form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };

  return (
    <OpenDialog title={title} closeLabel={closeLabel} onClose={onClose}>
      {(close) => (
        <Form
          onSubmit={({ currentTarget }) => submitted(currentTarget, close)}
          className="flex flex-col gap-5 overflow-y-auto p-5"
        >
          {typeof children === 'function' ? children(problems) : children}
          {action?.problem && (
            <Alert kind="danger" {...(!action.isAnnounced && { role: 'alert' })}>
              {action.problem}
            </Alert>
          )}
          <FormButtons submit={submit} look={look} busy={action?.isBusy ?? false} cancel={cancel} onCancel={close}>
            {buttons?.(close)}
          </FormButtons>
        </Form>
      )}
    </OpenDialog>
  );
}
