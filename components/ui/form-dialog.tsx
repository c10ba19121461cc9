import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Alert } from './alert.tsx';
import type { ButtonStyle } from './button-look.ts';
import { Dialog, type DialogHandle } from './dialog.tsx';
import { Form } from './form/form.tsx';
import { FormButtons } from './form/form-buttons.tsx';
import { OpenAtOnce } from './open-at-once.tsx';
import type { Action } from './use-action.ts';

/** The messages under fields, by the name of the field. */
export type FieldProblems = Readonly<Record<string, string>>;

type FormDialogProps = Pick<ButtonStyle, 'look'> & {
  readonly title: string;
  readonly submit: string;
  readonly cancel: string;
  readonly closeLabel: string;
  /** Opens the dialog. Without a handle the dialog is open while it is mounted, as `OpenDialog` is. */
  readonly handle?: DialogHandle;
  readonly onClose?: () => void;
  /** The work that the submit starts. The dialog shows its progress and its problem. */
  readonly action?: Pick<Action, 'isBusy' | 'problem' | 'isAnnounced'>;
  /** Finds what is wrong with the fields. The submit then stops, and the first such field gets the focus. */
  readonly check?: (data: FormData) => FieldProblems;
  /** Takes the valid fields. `close` closes the dialog, and the next opening starts with fresh fields. */
  readonly onSubmit: (data: FormData, close: () => void) => void;
  /** Further buttons. */
  readonly buttons?: ReactNode;
  readonly children?: ReactNode | ((problems: FieldProblems) => ReactNode);
};

/**
 * Shows a form in a native modal dialog. The browser returns the focus to the opening button.
 *
 * @example
 * const action = useAction(errorText);
 * const save = (data: FormData, close: () => void) => action.act(() => post(path, { name: textIn(data, 'name') }), close);
 * <FormDialog handle={dialog} title="Rename" submit="Save" cancel="Cancel" closeLabel="Close" action={action} onSubmit={save}>
 *   <TextField id={id} name="name" label="Name" />
 * </FormDialog>
 */
export function FormDialog(props: FormDialogProps) {
  const { title, submit, cancel, closeLabel, look, onClose, action, check, onSubmit, buttons, children } = props;
  const own = useRef<HTMLDialogElement>(null);
  const handle = props.handle ?? own;
  const [round, setRound] = useState(0);
  const [problems, setProblems] = useState<FieldProblems>({});

  const close = () => handle.current?.close();
  const finish = () => {
    close();
    setRound((before) => before + 1);
  };
  const submitted = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const data = new FormData(currentTarget);
    const found = check?.(data) ?? {};
    setProblems(found);
    const [first] = Object.keys(found);
    if (first === undefined) onSubmit(data, finish);
    else currentTarget.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };

  return (
    <>
      <Dialog handle={handle} title={title} closeLabel={closeLabel} onClose={onClose}>
        <Form key={round} onSubmit={submitted} className="flex flex-col gap-5 overflow-y-auto p-5">
          {typeof children === 'function' ? children(problems) : children}
          {action?.problem && (
            <Alert kind="danger" {...(!action.isAnnounced && { role: 'alert' })}>
              {action.problem}
            </Alert>
          )}
          <FormButtons submit={submit} look={look} busy={action?.isBusy ?? false} cancel={cancel} onCancel={close}>
            {buttons}
          </FormButtons>
        </Form>
      </Dialog>
      {!props.handle && <OpenAtOnce handle={own} />}
    </>
  );
}
