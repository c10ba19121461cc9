import { type ComponentProps, type FormEvent, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { FormRounds } from './use-shown-error.ts';

type FormProps = Omit<ComponentProps<'form'>, 'action' | 'method' | 'onSubmit' | 'onReset'> & {
  /** Handles the submit and reads the fields of the form. */
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Called with the name of a field that had an error and is now valid. */
  readonly onRight?: ((name: string) => void) | undefined;
};

const ignore = () => undefined;

/**
 * Shows a form that a script submits. Before hydration, the browser would submit a plain form with an email address or
 * a code in the URL. For a form whose action is a function, React holds the submit until hydration and calls the
 * function then.
 */
export function Form({ ref, onSubmit, onRight = ignore, ...rest }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  useImperativeHandle(ref, () => form.current as HTMLFormElement);

  const [round, setRound] = useState(0);
  const rounds = useMemo(() => ({ round, onRight }), [round, onRight]);

  const submitted = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setRound((before) => before + 1);
    onSubmit(event);
  };
  return (
    <FormRounds value={rounds}>
      <form
        noValidate
        {...rest}
        ref={form}
        action={() => form.current?.requestSubmit()}
        onSubmit={submitted}
        // React resets the fields after an action. The values must stay, because the user corrects them after an error.
        onReset={(event) => event.preventDefault()}
      />
    </FormRounds>
  );
}
